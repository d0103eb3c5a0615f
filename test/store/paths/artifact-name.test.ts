import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../src/plan/diagnostics/fault.ts'
import { artifactPath } from '../../../src/store/paths/artifact-name.ts'

const directory = '/w/artifacts/a'

describe('F79: of the name of an artifact only the last part counts', () => {
  it.each([
    ['report.txt', 'report.txt'],
    ['out/report.txt', 'report.txt'],
    ['../../bin/report.txt', 'report.txt'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Windows\\System32\\drivers\\etc\\hosts', 'hosts'],
    ['\\\\server\\share\\x.bin', 'x.bin'],
    ['a/..\\..\\b/x', 'x'],
    ['.gitignore', '.gitignore'],
    ['plän 計画.md', 'plän 計画.md'],
  ])('%s becomes %s', (name, expected) => {
    expect(artifactPath(directory, name)).toBe(`${directory}/${expected}`)
  })

  it.each([
    ['nothing', '', 'E_BAD_NAME'],
    ['a folder', 'out/', 'E_BAD_NAME'],
    ['the directory', '.', 'E_BAD_NAME'],
    ['its parent', '..', 'E_BAD_NAME'],
    ['a parent at the end', 'a/..', 'E_BAD_NAME'],
    ['a parent at the end, with a blank', 'a/.. ', 'E_BAD_NAME'],
    ['a NUL', 'report.txt\0.png', 'E_BAD_NAME'],
    ['a drive', 'C:report.txt', 'E_BAD_NAME'],
    ['a device', 'out/nul.txt', 'E_BAD_NAME'],
    ['300 characters', 'a'.repeat(300), 'E_BAD_NAME'],
    ['a file that is obeyed', 'out/.envrc', 'E_PROTECTED'],
    ['the same in other letters', '.ENVRC', 'E_PROTECTED'],
  ])('refuses %s', (_, name, code) => {
    expect(refusal(name)).toBe(code)
  })
})

function refusal(name: string): string {
  try {
    return artifactPath(directory, name)
  } catch (error) {
    return (error as Fault).code
  }
}

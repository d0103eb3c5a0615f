import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderTerminal } from '../../../src/plan/diagnostics/terminal.ts'
import { type Files, faultsOf, fixed } from './plan-files.ts'

const folder = join(import.meta.dirname, 'fixtures')

/** The files of a plan, read as text: none of them is anything else. */
function filesOf(name: string): Files {
  const paths = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8', withFileTypes: false })
  const files = paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !['tasks', 'expected.txt'].includes(path))
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, name, path), 'utf8')]))
}

describe.each(readdirSync(folder))('%s', (name) => {
  const files = filesOf(name)
  const isHome = name.startsWith('home-')
  const faults = faultsOf(files, isHome)

  it('all faults are named, each at its place', async () => {
    const text = renderTerminal(faults, { source: (file) => files[file] })
    await expect(`${text || 'ok'}\n`).toMatchFileSnapshot(join(folder, name, 'expected.txt'))
  })

  it('what is offered as a fix mends the fault and brings no other', () => {
    for (const one of faults) {
      if (one.fix === undefined) continue
      const left = faultsOf(fixed(files, one.fix), isHome).filter(({ severity }) => severity === 'error').length
      const before = faults.filter(({ severity }) => severity === 'error').length
      expect(left, `${one.file} ${one.code}`).toBeLessThan(before + (one.severity === 'error' ? 0 : 1))
    }
  })
})

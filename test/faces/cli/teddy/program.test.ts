import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../../support/temporary-directory.ts'
import { ambiguous, safe } from './plans.ts'

/** The command as it is installed. */
function teddy(cwd: string, input: string, ...args: string[]) {
  const { FORCE_COLOR: _, ...env } = process.env
  const program = resolve('dist/bin/teddy.cjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env,
    input,
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

it('a pipe goes in and the plan comes out, byte for byte', () => {
  const cwd = temporaryDirectory()
  expect(teddy(cwd, ambiguous, 'preprocess')).toEqual({ code: 0, out: safe, err: '' })
  expect(teddy(cwd, safe, 'preprocess', '-')).toEqual({ code: 0, out: safe, err: '' })
  expect(teddy(cwd, '', 'preprocess')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('E_EMPTY') })
})

it('a file is checked, mended in place, and then there is nothing wrong', () => {
  const cwd = temporaryDirectory()
  writeFileSync(join(cwd, 'plan.md'), ambiguous)
  expect(teddy(cwd, '', 'check', 'plan.md').code).toBe(1)
  expect(teddy(cwd, '', 'preprocess', '--check', 'plan.md').code).toBe(1)
  expect(teddy(cwd, '', 'preprocess', 'plan.md').code).toBe(0)
  expect(readFileSync(join(cwd, 'plan.md'), 'utf8')).toBe(safe)
  expect(teddy(cwd, '', 'check', 'plan.md')).toMatchObject({ code: 0, err: '' })
})

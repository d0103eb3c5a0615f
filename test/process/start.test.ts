import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { isFault } from '../../src/plan/diagnostics/fault.ts'
import { runningProcesses } from '../../src/process/registry.ts'
import { startFault } from '../../src/process/start-fault.ts'
import { run } from './programs.ts'

const directory = mkdtempSync(join(tmpdir(), 'steadplan-start-'))
const plainFile = join(directory, 'plain.txt')
writeFileSync(plainFile, 'no program\n', { mode: 0o644 })

afterEach(() => expect(runningProcesses()).toBe(0))
afterAll(() => rmSync(directory, { recursive: true }))

async function faultOf(...args: Parameters<typeof run>) {
  const error: unknown = await run(...args).catch((thrown: unknown) => thrown)
  if (!isFault(error)) throw new Error('expected a fault', { cause: error })
  return error
}

describe('a program that cannot be started', () => {
  it.each([
    ['is not there', 'steadplan-no-such-program', 'ENOENT'],
    ['is not at its path', '/no/such/program', 'ENOENT'],
    ['lies below a file', join(plainFile, 'x'), 'ENOTDIR'],
    ['may not be executed', plainFile, 'EACCES'],
    ['is a directory', directory, 'EACCES'],
    ['has a name that is too long', `/${'x'.repeat(5000)}`, 'ENAMETOOLONG'],
  ])('is E_NO_PROGRAM when it %s', async (_, program, reason) => {
    const fault = await faultOf([program], { input: 'given, never read' })
    expect(fault.code).toBe('E_NO_PROGRAM')
    expect(fault.message).toContain(reason)
    expect(fault.cause).toMatchObject({ code: reason })
  })

  it.each([
    ['is missing', join(directory, 'missing')],
    ['is a file', plainFile],
  ])('is E_NO_DIRECTORY when its directory %s', async (_, cwd) => {
    const fault = await faultOf(['true'], { cwd })
    expect(fault.code).toBe('E_NO_DIRECTORY')
    expect(fault.message).toContain(cwd)
  })

  it('is E_BAD_COMMAND when its arguments are too long', async () => {
    expect((await faultOf(['true', 'x'.repeat(5_000_000)])).code).toBe('E_BAD_COMMAND')
  })

  it.each(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'])('is E_NOT_STARTED when the system says %s', (code) => {
    expect(startFault(Object.assign(new Error(code), { code }), 'true', '/').code).toBe('E_NOT_STARTED')
  })
})

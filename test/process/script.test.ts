import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runningProcesses } from '../../src/process/registry.ts'
import { openScript, type ScriptRequest } from '../../src/process/script.ts'
import { startChild } from '../support/children.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { isAlive, until } from './programs.ts'

let cwd: string
beforeEach(() => {
  cwd = temporaryDirectory()
})

const open = (script: string, more: Partial<ScriptRequest> = {}) =>
  openScript({ script, cwd, outputCap: 10_000, ...more })

async function run(
  script: string,
  more: Partial<ScriptRequest> = {},
  limits: { timeoutMs?: number; signal?: AbortSignal } = {},
) {
  const opened = await open(script, more)
  opened.begin()
  return opened.result(limits)
}

describe('a script', () => {
  it('runs as the shell reads it, with its input at the end', async () => {
    const result = await run('echo out; echo err >&2; cat; echo "$0 $#"; exit 3')
    expect(result).toMatchObject({
      exitCode: 3,
      succeeded: false,
      timedOut: false,
      aborted: false,
      stillRunning: false,
    })
    expect([result.stdout.text, result.stderr.text]).toEqual(['out\nsh 0\n', 'err\n'])
  })

  it('sees nothing of how it was begun', async () => {
    expect((await run('env')).stdout.text).not.toContain('steadplan_word')
    expect((await run('set', { env: { pass: [] } })).stdout.text).not.toContain('steadplan_word')
  })

  it('that takes too long is ended with all that it started', async () => {
    const result = await run('sleep 60 & echo $!; wait', {}, { timeoutMs: 200 })
    expect(result).toMatchObject({ timedOut: true, succeeded: false, stillRunning: false })
    expect(isAlive(Number(result.stdout.text))).toBe(false)
  })

  it.each(['before', 'while it runs'])('aborted %s', async (when) => {
    const cancel = new AbortController()
    if (when === 'before') cancel.abort()
    else setTimeout(() => cancel.abort(), 100)
    const result = await run('sleep 60', {}, { signal: cancel.signal })
    expect(result).toMatchObject({ aborted: true, succeeded: false })
  })

  it('whose output nobody can take is ended, and the error is thrown', async () => {
    const onOutput = () => {
      throw new Error('no room')
    }
    await expect(run('echo x; sleep 60', { onOutput })).rejects.toThrow('no room')
    expect(runningProcesses()).toBe(0)
  })

  it('that is too long for the system, or whose directory is gone, is not started', async () => {
    await expect(open('x'.repeat(3_000_000))).rejects.toMatchObject({ code: 'E_BAD_COMMAND' })
    await expect(open('true', { cwd: join(cwd, 'gone') })).rejects.toMatchObject({ code: 'E_NO_DIRECTORY' })
    await expect(open('a\0b')).rejects.toMatchObject({ code: 'E_BAD_COMMAND' })
  })

  it('is told in pieces that are whole characters', async () => {
    const pieces: string[] = []
    await run("printf '\\303'; sleep 0.05; printf '\\244'", { onOutput: (_stream, text) => void pieces.push(text) })
    expect(pieces.join('')).toBe('ä')
  })
})

describe('a script that was not let begin', () => {
  it('has done nothing when it is ended', async () => {
    const script = await open('touch ran')
    expect(isAlive(script.pid)).toBe(true)
    expect(await script.end()).toBe(true)
    expect([isAlive(script.pid), existsSync(join(cwd, 'ran'))]).toEqual([false, false])
  })

  it('C36 has done nothing, and is gone, when whoever started it was killed', async () => {
    const child = startChild('gated-script', { script: 'touch ran', cwd })
    const pid = Number((await child.line('pid ')).slice(4))
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await child.ended
    await until(() => !isAlive(pid))
    expect(existsSync(join(cwd, 'ran'))).toBe(false)
  })
})

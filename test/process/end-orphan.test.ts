import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { endOrphan } from '../../src/process/end-orphan.ts'
import { isAlive, until } from './programs.ts'

const started: ChildProcess[] = []

/** A group of its own, as that of a process whose executor died. Answers its leader when it says that it is ready. */
async function orphan(script: string): Promise<{ readonly pid: number; readonly lines: () => readonly string[] }> {
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(child)
  let printed = ''
  child.stdout!.on('data', (chunk) => {
    printed += String(chunk)
  })
  await until(() => printed.includes('ready'))
  return { pid: child.pid!, lines: () => printed.split('\n') }
}

afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
})

describe('what a dead executor left', () => {
  it('is ended with all of its group', async () => {
    const { pid, lines } = await orphan('sleep 60 & echo $!; echo ready; wait')
    const [other] = lines()
    expect(await endOrphan(pid, () => true)).toBe(true)
    expect([isAlive(pid), isAlive(Number(other))]).toEqual([false, false])
  })

  it('is ended also when it does not listen, and when its leader is the first to go', async () => {
    const deaf = await orphan("trap '' TERM; echo ready; while :; do sleep 0.1; done")
    expect(await endOrphan(deaf.pid, () => true, 200)).toBe(true)
    expect(isAlive(deaf.pid)).toBe(false)
    const leader = await orphan("(trap '' TERM; echo ready; while :; do sleep 0.1; done) & echo $!; wait")
    await until(() => leader.lines().length > 2)
    const [member] = leader.lines().filter((line) => /^\d+$/.test(line))
    expect(await endOrphan(leader.pid, () => true, 200)).toBe(true)
    expect(isAlive(Number(member))).toBe(false)
  })

  it('is left alone when the number means somebody else by now', async () => {
    const { pid } = await orphan('echo ready; sleep 60')
    expect(await endOrphan(pid, () => false)).toBe(true)
    expect(isAlive(pid)).toBe(true)
  })

  it.each([0, 1, -1, 1.5, Number.NaN])('%s is nobody’s number', async (pid) => {
    expect(await endOrphan(pid, () => true)).toBe(false)
  })
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { endLeftovers } from '../../src/process/ending.ts'
import { ProcessGroup } from '../../src/process/group.ts'
import { runningProcesses } from '../../src/process/registry.ts'
import { isAlive, pids, run, runNode, runShell, until } from './programs.ts'

const directory = mkdtempSync(join(tmpdir(), 'steadplan-ending-'))

afterEach(() => expect(runningProcesses()).toBe(0))
afterAll(() => rmSync(directory, { recursive: true }))

/** A program, its child and its grandchild, all of them deaf to SIGTERM, each printing its number. */
const deafFamily = `
  trap '' TERM
  echo $$
  /bin/sh -c 'echo $$; sleep 90 & echo $!; wait' &
  wait`

describe('a timeout', () => {
  it('ends a program that listens to SIGTERM by that', async () => {
    const result = await runShell('echo $$; exec sleep 90', { timeoutMs: 1000 })
    expect(result).toMatchObject({
      succeeded: false,
      timedOut: true,
      aborted: false,
      exitCode: null,
      signal: 'SIGTERM',
    })
    expect(pids(result).map(isAlive)).toEqual([false])
  })

  it('ends the whole family, those too that ignore SIGTERM', async () => {
    const result = await runShell(deafFamily, { timeoutMs: 1500, graceMs: 100 })
    expect(result).toMatchObject({ timedOut: true, signal: 'SIGKILL', stillRunning: false })
    expect(pids(result).map(isAlive)).toEqual([false, false, false])
  })

  it('ends a grandchild that ignores SIGTERM though its parent does not', async () => {
    const result = await runShell(`(trap '' TERM; exec sleep 90) & echo $!; wait`, { timeoutMs: 1500, graceMs: 100 })
    expect(result).toMatchObject({ timedOut: true, signal: 'SIGTERM', stillRunning: false })
    expect(pids(result).map(isAlive)).toEqual([false])
  })

  it('ends a program that is stopped', async () => {
    const result = await runShell('echo $$; kill -STOP $$', { timeoutMs: 1500, graceMs: 100 })
    expect(result).toMatchObject({ timedOut: true, signal: 'SIGKILL', stillRunning: false })
    expect(pids(result).map(isAlive)).toEqual([false])
  })

  it('leaves a program the time to tidy up, and is told though it then exits with 0', async () => {
    const script = `
      process.on('SIGTERM', () => setTimeout(() => { console.log('tidied'); process.exit(0) }, 100))
      setInterval(() => {}, 1000)
      console.log('ready')`
    const controller = new AbortController()
    const result = await runNode(script, [], {
      signal: controller.signal,
      graceMs: 30_000,
      onOutput: () => controller.abort(),
    })
    expect(result).toMatchObject({ succeeded: false, aborted: true, exitCode: 0, stdout: { text: 'ready\ntidied\n' } })
  })

  it.runIf(process.platform === 'linux')('does not end what ended in time, though we were busy', async () => {
    const file = join(directory, 'busy')
    const running = runShell('echo $$ > "$FILE"; exit 5', { timeoutMs: 200, env: { set: new Map([['FILE', file]]) } })
    // Node takes timers next after this, and only then the news of other processes.
    await new Promise((resolve) => void setImmediate(resolve))
    const timeIsUp = performance.now() + 250
    while (performance.now() < timeIsUp || !hasEnded(file));
    expect(await running).toMatchObject({ timedOut: false, exitCode: 5 })
  })

  it('may be longer than a timer of Node can be', async () => {
    expect(await runShell('sleep 0.2', { timeoutMs: 2 ** 40 })).toMatchObject({ succeeded: true, timedOut: false })
  })

  it('ends a program that prints without end', async () => {
    const result = await run(['yes'], { timeoutMs: 300, outputCap: 100 })
    expect(result).toMatchObject({ timedOut: true, stdout: { truncated: true } })
  })
})

describe('an abort', () => {
  it('ends the whole family', async () => {
    const controller = new AbortController()
    let printed = ''
    const result = await runShell(deafFamily, {
      signal: controller.signal,
      timeoutMs: 60_000,
      graceMs: 100,
      onOutput: (_, text) => {
        printed += text
        if (printed.split('\n').length === 4) controller.abort()
      },
    })
    expect(result).toMatchObject({ succeeded: false, aborted: true, timedOut: false, signal: 'SIGKILL' })
    expect(pids(result).map(isAlive)).toEqual([false, false, false])
  })

  it('before the start keeps the program from starting', async () => {
    const result = await runShell('echo started', { signal: AbortSignal.abort() })
    expect(result).toMatchObject({
      succeeded: false,
      aborted: true,
      exitCode: null,
      signal: null,
      stdout: { bytes: 0 },
    })
  })

  it('after the end changes nothing, and nobody listens any more', async () => {
    const controller = new AbortController()
    const result = await runShell('exit 0', { signal: controller.signal })
    controller.abort()
    expect(result).toMatchObject({ succeeded: true, aborted: false })
  })
})

describe('what a program leaves behind', () => {
  it('is ended, also when it ignores SIGTERM and keeps the output open', async () => {
    const result = await runShell(`(trap '' TERM; exec sleep 90) & echo $!; exit 6`, { graceMs: 100 })
    expect(result).toMatchObject({ exitCode: 6, timedOut: false, aborted: false, stillRunning: false })
    expect(pids(result).map(isAlive)).toEqual([false])
  })

  it('is ended, also when it holds none of our pipes', async () => {
    const result = await runShell('sleep 90 </dev/null >/dev/null 2>&1 & echo $!; exit 0')
    expect(result).toMatchObject({ succeeded: true, stillRunning: false })
    expect(pids(result).map(isAlive)).toEqual([false])
  })

  it('is ended though it forks all the time', async () => {
    const chain = `const next = () => require('child_process').spawn('/bin/sh', ['-c', 'echo $$; sleep 0.01'], { stdio: 'inherit' }).on('exit', next)
      process.on('SIGTERM', () => {}); setTimeout(() => process.exit(), 60000); next(); next(); next()`
    const result = await runNode(
      `require('child_process').spawn(process.execPath, ['-e', process.argv[1]], { stdio: 'inherit' })
       setTimeout(() => process.exit(0), 500)`,
      [chain],
      { graceMs: 300 },
    )
    expect(result).toMatchObject({ exitCode: 0, stillRunning: false })
    expect(pids(result).filter(isAlive)).toEqual([])
  })

  it('is heard to the end', async () => {
    // Ends only once what it leaves behind is ready to answer SIGTERM.
    const script = `
      (trap 'echo late; exit 0' TERM; : > "$FILE"; sleep 90 & wait) &
      until test -e "$FILE"; do sleep 0.01; done
      echo early`
    const result = await runShell(script, {
      env: { set: new Map([['FILE', join(directory, 'ready')]]) },
      graceMs: 30_000,
    })
    expect(result).toMatchObject({ succeeded: true, stdout: { text: 'early\nlate\n' }, stillRunning: false })
  })

  it('is left alone when it ends by itself in a moment', async () => {
    const sent: (string | 0)[] = []
    let looks = 0
    const group = new ProcessGroup(
      5000,
      (pid, signal) => {
        if (signal !== 0) sent.push(signal)
        if (pid > 0 || looks++ === 2) throw Object.assign(new Error('gone'), { code: 'ESRCH' })
      },
      'darwin',
    )
    group.leaderEnded()
    expect(await endLeftovers(group, 100)).toBe(true)
    expect(sent).toEqual([])
  })

  it('is given up when it may not be ended', async () => {
    const group = new ProcessGroup(
      5000,
      (pid) => {
        throw Object.assign(new Error('not yours'), { code: pid < 0 ? 'EPERM' : 'ESRCH' })
      },
      'darwin',
    )
    group.leaderEnded()
    expect(await endLeftovers(group, 10)).toBe(false)
  })

  it('cannot make us wait for ever, not even when it left the group, and that is told', async () => {
    const script = `
      const { pid } = require('child_process').spawn('sleep', ['90'], { detached: true, stdio: 'inherit' })
      console.log(pid)
      process.exit(0)`
    const result = await runNode(script)
    const [left = 0] = pids(result)
    expect(isAlive(left)).toBe(true)
    process.kill(left, 'SIGKILL')
    expect(result).toMatchObject({ exitCode: 0, stillRunning: true, stdout: { text: `${left}\n` } })
    await until(() => !isAlive(left))
  })
})

/** Whether the program that wrote its number into `file` has ended, without leaving this turn. */
function hasEnded(file: string): boolean {
  try {
    const text = readFileSync(file, 'utf8')
    return text.endsWith('\n') && !isAlive(Number(text))
  } catch {
    return false
  }
}

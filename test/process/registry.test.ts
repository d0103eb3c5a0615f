import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { endAllProcesses, runningProcesses } from '../../src/process/registry.ts'
import { ownProgram } from './own-program.ts'
import { isAlive, pids, runShell, until } from './programs.ts'

/** Prints its number and that of its child, both deaf to SIGTERM, and stays. */
const deaf = `trap '' TERM; sleep 90 & echo $$; echo $!; wait`

afterEach(() => expect(runningProcesses()).toBe(0))

describe('all that runs', () => {
  it('is ended at once', async () => {
    let lines = 0
    const runs = Array.from({ length: 5 }, () =>
      runShell(deaf, {
        onOutput: (_, text) => {
          lines += text.split('\n').length - 1
        },
      }),
    )
    expect(runningProcesses()).toBe(5)
    await until(() => lines === 10)
    endAllProcesses()
    for (const result of await Promise.all(runs)) {
      expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', stillRunning: false })
      expect(pids(result).map(isAlive)).toEqual([false, false])
    }
  })
})

describe('our own end', () => {
  const program = ownProgram(`
    import { endAllProcesses } from './process/registry.js'
    import { runProcess } from './process/run.js'
    const [end] = process.argv.slice(2)
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(name, () => { endAllProcesses(); process.exit(9) })
    }
    let lines = 0
    void runProcess({
      argv: ['/bin/sh', '-c', ${JSON.stringify(deaf)}],
      cwd: process.cwd(),
      onOutput: (_, text) => {
        process.stdout.write(text)
        lines += text.split('\\n').length - 1
        if (lines < 2) return
        if (end === 'exit') setImmediate(() => process.exit(9))
        if (end === 'error') setImmediate(() => { throw new Error('nobody catches this') })
      },
    })`)
  afterAll(program.remove)

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'error'])('by %s ends what we run', async (end) => {
    const own = spawn(process.execPath, [program.path, end], { stdio: ['ignore', 'pipe', 'ignore'] })
    const exited = once(own, 'exit')
    const started: number[] = []
    for await (const line of createInterface(own.stdout)) {
      started.push(Number(line))
      if (started.length === 2 && end.startsWith('SIG')) own.kill(end as NodeJS.Signals)
    }
    expect(await exited).toEqual([end === 'error' ? 1 : 9, null])
    expect(started).toHaveLength(2)
    // They were sent SIGKILL before we ended; here one only waits for the system to carry it out.
    await until(() => !started.some(isAlive))
  })
})

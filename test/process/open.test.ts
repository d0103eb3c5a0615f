import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenProcess, openProcess } from '../../src/process/open.ts'
import { endAllProcesses, runningProcesses } from '../../src/process/registry.ts'
import { isAlive, until } from './programs.ts'

afterEach(() => expect(runningProcesses()).toBe(0))

function openShell(script: string, graceMs = 100): Promise<OpenProcess> {
  return openProcess({ argv: ['/bin/sh', '-c', script], cwd: process.cwd(), graceMs })
}

/** Reads numbers that the program prints, one a line, until there are as many. */
async function numbers({ stdout }: OpenProcess, count: number): Promise<number[]> {
  let text = ''
  stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  await until(() => text.split('\n').length > count)
  return text.trim().split('\n').map(Number)
}

describe('an open program', () => {
  it('is talked with, and ends by itself when its input ends', async () => {
    const cat = await openShell('cat')
    cat.stdout.setEncoding('utf8')
    for (const word of ['one', 'two', 'three']) {
      cat.stdin.write(word)
      expect(await once(cat.stdout, 'data')).toEqual([word])
    }
    expect(runningProcesses()).toBe(1)
    cat.stdin.end()
    expect(await cat.ended).toEqual({ exitCode: 0, signal: null })
    cat.stdout.resume()
    cat.stderr.resume()
    expect(await cat.closed).toBe(true)
  })

  it('tells how it ended', async () => {
    const program = await openShell('echo late >&2; exit 7')
    program.stdout.resume()
    program.stderr.resume()
    expect(await program.ended).toEqual({ exitCode: 7, signal: null })
    expect(await program.closed).toBe(true)
  })

  it('sees an environment that is chosen', async () => {
    process.env.STEADPLAN_TEST_SECRET = 'secret'
    const program = await openShell('echo "[$STEADPLAN_TEST_SECRET]"')
    delete process.env.STEADPLAN_TEST_SECRET
    program.stderr.resume()
    expect(String(await once(program.stdout, 'data'))).toBe('[]\n')
    await program.end()
  })
})

describe('ending it', () => {
  it('ends the whole family, those too that ignore SIGTERM', async () => {
    const program = await openShell(`trap '' TERM; echo $$; sleep 90 & echo $!; wait`)
    const family = await numbers(program, 2)
    const [first, second] = await Promise.all([program.end(), program.end()])
    expect([first, second]).toEqual([true, true])
    expect(await program.ended).toEqual({ exitCode: null, signal: 'SIGKILL' })
    expect(family.map(isAlive)).toEqual([false, false])
  })

  it('by itself ends what it left behind', async () => {
    const program = await openShell(`(trap '' TERM; exec sleep 90) & echo $!; exit 6`)
    const left = await numbers(program, 1)
    program.stderr.resume()
    expect(await program.closed).toBe(true)
    expect(await program.ended).toMatchObject({ exitCode: 6 })
    expect(left.map(isAlive)).toEqual([false])
  })

  it('does not wait for output that nobody reads', async () => {
    const program = await openProcess({ argv: ['yes'], cwd: process.cwd(), graceMs: 100 })
    expect(await program.end()).toBe(true)
    expect(isAlive(program.pid)).toBe(false)
  })

  it('after the end changes nothing', async () => {
    const program = await openShell('exit 0')
    program.stdout.resume()
    program.stderr.resume()
    expect(await program.closed).toBe(true)
    expect(await program.end()).toBe(true)
  })

  it('with all others ends it at once', async () => {
    const program = await openShell(`trap '' TERM; echo $$; sleep 90`)
    const [pid = 0] = await numbers(program, 1)
    program.stderr.resume()
    endAllProcesses()
    expect(await program.ended).toEqual({ exitCode: null, signal: 'SIGKILL' })
    await program.closed
    expect(isAlive(pid)).toBe(false)
  })

  it('survives what is written to it afterwards', async () => {
    const program = await openShell('exit 0')
    program.stdout.resume()
    program.stderr.resume()
    await program.closed
    const error = await new Promise((resolve) => void program.stdin.write('too late', resolve))
    expect(error).toBeInstanceOf(Error)
  })
})

it.each([
  ['E_NO_PROGRAM', ['no-such-program-here'], process.cwd()],
  ['E_NO_DIRECTORY', ['cat'], '/no/such/directory'],
  ['E_BAD_COMMAND', [''], 'not/absolute'],
])('%s when nothing can be started', async (code, argv, cwd) => {
  await expect(openProcess({ argv: argv as [string], cwd })).rejects.toMatchObject({ code })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { runningProcesses } from '../../src/process/registry.ts'
import { run, runNode, runShell } from './programs.ts'

afterEach(() => expect(runningProcesses()).toBe(0))
afterEach(() => void vi.unstubAllEnvs())

describe('a program that runs to its end', () => {
  it('answers with one shape for success', async () => {
    const argv = ['/bin/sh', '-c', 'echo out; echo err >&2'] as const
    expect(await run(argv)).toEqual({
      argv: [...argv],
      succeeded: true,
      exitCode: 0,
      signal: null,
      timedOut: false,
      aborted: false,
      stillRunning: false,
      durationMs: expect.any(Number),
      stdout: { text: 'out\n', bytes: 4, truncated: false },
      stderr: { text: 'err\n', bytes: 4, truncated: false },
    })
  })

  it('answers with the same shape for failure', async () => {
    expect(await runShell('exit 3')).toMatchObject({ succeeded: false, exitCode: 3, signal: null, timedOut: false })
    expect(await runShell('exit 255')).toMatchObject({ succeeded: false, exitCode: 255 })
  })

  it.each(['SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGINT'] as const)(
    'answers with the signal that ended it: %s',
    async (name) => {
      const result = await runNode(`process.kill(process.pid, '${name}'); setInterval(() => {}, 1000)`)
      expect(result).toMatchObject({ succeeded: false, exitCode: null, signal: name, timedOut: false, aborted: false })
    },
  )

  it('may close its output and go on', async () => {
    const result = await runNode(`
      console.log('before')
      require('fs').closeSync(1)
      require('fs').closeSync(2)
      setTimeout(() => process.exit(7), 200)`)
    expect(result).toMatchObject({ exitCode: 7, stdout: { text: 'before\n' } })
  })

  it('runs beside fifty others', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, i) => runShell(`cat; echo ${i} >&2; exit ${i}`, { input: `input ${i}` })),
    )
    for (const [i, { exitCode, stdout, stderr }] of results.entries()) {
      expect([exitCode, stdout.text, stderr.text]).toEqual([i, `input ${i}`, `${i}\n`])
    }
  })

  it('runs in its own directory, and finds programs by PATH and from there', async () => {
    expect(await run(['pwd'], { cwd: '/' })).toMatchObject({ exitCode: 0, stdout: { text: '/\n' } })
    expect(await run(['bin/sh', '-c', 'exit 4'], { cwd: '/' })).toMatchObject({ exitCode: 4 })
  })

  it('has no terminal', async () => {
    const result = await runShell('(: < /dev/tty) 2>/dev/null && echo terminal; test -t 0 || echo none')
    expect(result.stdout.text).toBe('none\n')
  })
})

describe('the arguments of a program', () => {
  const hostile = [
    ['-rf', '--upload-pack=touch x', '--', '-', '$(id)', '`id`', '; id', '&& id', '| id', '> x', '~', '*', '$IFS'],
    ['a\nb', 'a\rb', 'a\tb', ' ', '', '"', "'", '\\', '%PATH%', '"&calc', '\u202E', '𝄞', '\x1b[31m'],
  ].flat()

  it('G80 G81 arrive as they are, whatever they hold', async () => {
    const result = await runNode('console.log(JSON.stringify(process.argv.slice(1)))', hostile)
    expect(JSON.parse(result.stdout.text)).toEqual(hostile)
  })

  it('G80 are read by no shell', async () => {
    const result = await run(['printf', '%s|', ...hostile.slice(2)])
    expect(result.stdout.text).toBe(
      hostile
        .slice(2)
        .map((argument) => `${argument}|`)
        .join(''),
    )
  })
})

describe('the input of a program', () => {
  it('is at its end from the start unless given', async () => {
    expect(await run(['cat'])).toMatchObject({ exitCode: 0, stdout: { text: '', bytes: 0 } })
  })

  it('arrives whole', async () => {
    const input = Buffer.alloc(3_000_000, 'é')
    expect((await run(['wc', '-c'], { input })).stdout.text.trim()).toBe('3000000')
    expect((await run(['cat'], { input: 'é\0\n' })).stdout.text).toBe('é\0\n')
    expect((await run(['cat'], { input: '' })).exitCode).toBe(0)
  })

  it.each(['exit 0', 'exec <&-; sleep 0.2', 'head -c 1 >/dev/null'])('need not be read: %s', async (script) => {
    const result = await runShell(script, { input: Buffer.alloc(10_000_000) })
    expect(result).toMatchObject({ exitCode: 0, succeeded: true })
  })
})

describe('the environment of a program', () => {
  it('is the one that was built for it, and nothing else', async () => {
    vi.stubEnv('STEADPLAN_TEST_SECRET', 'secret')
    vi.stubEnv('STEADPLAN_TEST_PASSED', 'passed')
    const fromPlan = new Map([
      ['FROM_PLAN', '$(id)\nx=y'],
      ['__proto__', 'plain'],
    ])
    const script = 'console.log(JSON.stringify(Object.entries(process.env)))'
    const result = await runNode(script, [], { env: { pass: ['STEADPLAN_TEST_PASSED'], fromPlan } })
    const seen = new Map<string, string>(JSON.parse(result.stdout.text))
    expect(seen.get('FROM_PLAN')).toBe('$(id)\nx=y')
    expect(seen.get('__proto__')).toBe('plain')
    expect(seen.get('STEADPLAN_TEST_PASSED')).toBe('passed')
    expect(seen.has('STEADPLAN_TEST_SECRET')).toBe(false)
    expect(seen.has('PATH')).toBe(true)
  })
})

describe('the caller', () => {
  it('gets its own error back when onOutput throws, and the program is ended', async () => {
    const mistake = new Error('mine')
    const running = runShell('echo $$; sleep 90', {
      onOutput: () => {
        throw mistake
      },
    })
    await expect(running).rejects.toBe(mistake)
  })
})

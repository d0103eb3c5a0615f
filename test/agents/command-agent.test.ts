import { realpathSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { AgentTask, AgentUpdate } from '../../src/agents/agent.ts'
import { commandAgent } from '../../src/agents/command-agent.ts'
import type { AgentDefinition } from '../../src/agents/definition.ts'
import { runningProcesses } from '../../src/process/registry.ts'
import { until } from '../process/programs.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const cwd = realpathSync(temporaryDirectory())

afterEach(() => expect(runningProcesses()).toBe(0))

async function work(definition: Partial<AgentDefinition>, prompt: string, over: Partial<AgentTask> = {}) {
  const updates: AgentUpdate[] = []
  const agent = commandAgent({ name: 'test', kind: 'command', ...definition })
  const outcome = await agent.work({
    step: 'one',
    prompt,
    cwd,
    scope: { tools: [], mode: 'enforce' },
    signal: new AbortController().signal,
    onUpdate: (update) => void updates.push(update),
    ...over,
  })
  return { ...outcome, updates }
}

/** Prints its arguments as JSON. */
const echo = [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--']
const shell = (script: string) => ({ argv: ['/bin/sh', '-c', script] })

describe('a prompt', () => {
  it('goes in by standard input', async () => {
    expect(await work({ argv: ['cat'] }, 'do\nthis $(id)')).toMatchObject({ status: 'done', text: 'do\nthis $(id)' })
  })

  it.each<[string, string[], AgentDefinition['promptBy'], string, string[]]>([
    ['where its place is', ['--message={prompt}', 'x'], undefined, 'do it', ['--message=do it', 'x']],
    ['in every place', ['{prompt}', '{prompt}{prompt}'], 'argument', 'a', ['a', 'aa']],
    ['at the end when it has no place', ['x'], 'argument', 'do it', ['x', 'do it']],
    [
      'as it is, with what a replacement would mean by itself',
      ['{prompt}'],
      undefined,
      "$& $1 $' {prompt}",
      ["$& $1 $' {prompt}"],
    ],
    [
      'G80 as one argument, whatever a shell would make of it',
      ['{prompt}'],
      undefined,
      '`id`; $(id) && "x" > y',
      ['`id`; $(id) && "x" > y'],
    ],
    ['G81 never as an option', ['{prompt}'], undefined, '--rm -rf', ['\n--rm -rf']],
    ['with its dash where it is no option', ['-m={prompt}'], undefined, '- [ ] x', ['-m=- [ ] x']],
  ])('goes in %s', async (_title, args, promptBy, prompt, expected) => {
    const outcome = await work({ argv: [...echo, ...args], ...(promptBy && { promptBy }) }, prompt)
    expect(JSON.parse(outcome.text)).toEqual(expected)
  })
})

describe('a command', () => {
  it('is done when it ends with 0, and what it prints is told line by line', async () => {
    const outcome = await work(shell('printf "one\\ntw"; sleep 0.1; echo o; echo odd >&2'), '')
    expect(outcome).toMatchObject({ status: 'done', text: 'one\ntwo\n', refusals: [] })
    const said = outcome.updates.filter(({ kind }) => kind === 'said').map(({ text }) => text)
    expect(said).toEqual(['one', 'two'])
    expect(outcome.updates).toContainEqual({ kind: 'told', text: 'odd' })
  })

  it.each([
    ['echo first >&2; echo no money >&2; exit 3', 'The command ended with exit code 3: "no money"'],
    ['exit 1', 'The command ended with exit code 1.'],
    ['kill -9 $$', 'The command ended with SIGKILL.'],
  ])('%s fails', async (script, why) => {
    expect(await work(shell(script), '')).toMatchObject({ status: 'failed', why })
  })

  it.each([
    [{ argv: ['no-such-program-here'] }, 'x', 'The program was not found'],
    [{ argv: [...echo, '{prompt}'] }, 'a\0b', 'holds a NUL'],
    [{ argv: [...echo, '{prompt}'] }, 'x'.repeat(3_000_000), 'too long for the system'],
  ])('%o that cannot be started fails', async (definition, prompt, why) => {
    expect(await work(definition, prompt)).toMatchObject({ status: 'failed', why: expect.stringContaining(why) })
  })

  it('runs out of time', async () => {
    expect(await work(shell('echo begun; sleep 90'), '', { timeoutMs: 500 })).toMatchObject({
      status: 'timed_out',
      text: 'begun\n',
      why: 'It was not done within 0.5 seconds.',
    })
  })

  it('is cancelled', async () => {
    const controller = new AbortController()
    const step = work(shell('echo begun; sleep 90'), '', {
      signal: controller.signal,
      onUpdate: () => controller.abort(),
    })
    expect(await step).toMatchObject({ status: 'cancelled', text: 'begun\n' })
  })

  it('prints without end, and little of it is kept', async () => {
    const outcome = await work(shell('yes | head -c 30000000'), '')
    expect(outcome.status).toBe('done')
    expect(outcome.text.length).toBeLessThan(70_000)
    expect(outcome.updates.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(6_000_000)
    expect(outcome.updates.at(-1)).toEqual({ kind: 'told', text: 'More came than is shown.' })
  })

  it('fails when the caller cannot take what it tells', async () => {
    const onUpdate = (): void => {
      throw new Error('mine')
    }
    expect(await work(shell('echo x; sleep 90'), '', { onUpdate })).toMatchObject({ status: 'failed' })
  })

  it('ends when its agent is closed', async () => {
    const agent = commandAgent({ name: 'test', kind: 'command', argv: ['sleep', '90'] })
    const signal = new AbortController().signal
    const scope = { tools: [], mode: 'enforce' } as const
    const step = agent.work({ step: 'one', prompt: '', cwd, scope, signal, onUpdate: () => {} })
    await until(() => runningProcesses() === 1)
    await agent.close()
    expect(runningProcesses()).toBe(0)
    expect(await step).toMatchObject({ status: 'cancelled' })
  })

  it('sees what its definition passes on, and no other secret', async () => {
    process.env.STEADPLAN_TEST_KEY = 'key'
    process.env.STEADPLAN_TEST_OTHER = 'other'
    const env = { pass: ['STEADPLAN_TEST_KEY'], set: new Map([['MODE', 'test']]) }
    const outcome = await work({ ...shell('echo "$STEADPLAN_TEST_KEY,$STEADPLAN_TEST_OTHER,$MODE"'), env }, '')
    delete process.env.STEADPLAN_TEST_KEY
    delete process.env.STEADPLAN_TEST_OTHER
    expect(outcome.text).toBe('key,,test\n')
  })
})

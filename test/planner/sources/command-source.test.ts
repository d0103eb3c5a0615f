import { realpathSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { longestAnswer } from '../../../src/planner/source.ts'
import { commandSource } from '../../../src/planner/sources/command-source.ts'
import { runningProcesses } from '../../../src/process/registry.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

const question = { system: 'Be brief.', prompt: '- say hello' }

function node(script: string, ...args: string[]) {
  return commandSource({
    argv: [process.execPath, '-e', script, ...args],
    cwd: realpathSync(temporaryDirectory()),
    env: { set: new Map([['GIVEN', 'yes']]) },
    timeoutMs: 20_000,
  })
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason)
  return isFault(error) ? error.message : `no fault: ${String(error)}`
}

describe('a command as planner', () => {
  it('gets all of the question on standard input, and what it prints is the answer', async () => {
    const pieces: string[] = []
    const source = node('process.stdin.pipe(process.stdout); console.error("beside")')
    const answer = await source.ask({ ...question, onText: (piece) => pieces.push(piece) })
    expect(answer).toEqual({ text: 'Be brief.\n\n- say hello', usage: {} })
    expect(pieces.join('')).toBe(answer.text)
  })

  it('gets it as an argument where there is a place for it', async () => {
    const { text } = await node('console.log(process.argv[1])', 'ask: {prompt}').ask(question)
    expect(text).toBe('ask: Be brief.\n\n- say hello\n')
  })

  it('has the environment that was chosen for it, and not ours', async () => {
    const { text } = await node('console.log(process.env.GIVEN, process.env.VITEST)').ask(question)
    expect(text).toBe('yes undefined\n')
  })

  it.each([
    ['an exit code', 'console.error("first\\nno luck\\u001b[2J"); process.exit(3)', 'exit code 3: "no luck\\u001b[2J"'],
    ['a signal', 'process.kill(process.pid, "SIGKILL")', 'ended with SIGKILL'],
    ['nothing', '', 'answered with nothing'],
    ['blanks', 'console.log("  ")', 'answered with nothing'],
  ])('%s is a failure', async (_, script, words) => {
    const message = await codeOf(node(script).ask(question))
    expect(message).toMatch(/^E_PLANNER_FAILED: /)
    expect(message).toContain(words)
  })

  it('that prints without an end is ended', async () => {
    const source = node(`for (;;) require('fs').writeSync(1, 'x'.repeat(65536))`)
    expect(await codeOf(source.ask(question))).toMatch(/^E_ANSWER_CUT: .* more than 2 MiB/)
    expect(runningProcesses()).toBe(0)
  })

  it('may print as much as is read', async () => {
    const { text } = await node(`process.stdout.write('x'.repeat(${longestAnswer}))`).ask(question)
    expect(text.length).toBe(longestAnswer)
  })

  it('that does not end is ended in time', async () => {
    const source = commandSource({
      argv: [process.execPath, '-e', 'setInterval(() => {}, 1000)'],
      cwd: '/',
      env: {},
      timeoutMs: 200,
    })
    expect(await codeOf(source.ask(question))).toMatch(/^E_PLANNER_TIMEOUT: /)
    expect(runningProcesses()).toBe(0)
  })

  it('can be stopped, also before it began', async () => {
    const source = node('console.log("here"); setInterval(() => {}, 1000)')
    const stop = new AbortController()
    const asked = source.ask({ ...question, signal: stop.signal, onText: () => stop.abort() })
    expect(await codeOf(asked)).toMatch(/^E_PLANNER_STOPPED: /)
    expect(await codeOf(source.ask({ ...question, signal: stop.signal }))).toMatch(/^E_PLANNER_STOPPED: /)
    expect(runningProcesses()).toBe(0)
  })

  it('that is not there is named', async () => {
    const source = commandSource({ argv: ['no-such-planner'], cwd: '/', env: {}, timeoutMs: 1000 })
    expect(await codeOf(source.ask(question))).toMatch(/^E_NO_PROGRAM: /)
  })

  it('cannot be chosen by the prompt', () => {
    const open = () => commandSource({ argv: ['{prompt}'], cwd: '/', env: {}, timeoutMs: 1000 })
    expect(open).toThrow(/E_BAD_AGENT/)
  })
})

import { commandOf } from '../../agents/command-agent.ts'
import { type AgentDefinition, definitionFaults } from '../../agents/definition.ts'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import type { EnvironmentRequest } from '../../process/environment.ts'
import { type ProcessResult, runProcess } from '../../process/run.ts'
import { longestAnswer, type PlannerSource, type Question } from '../source.ts'
import { emptyAnswer, saying, tooLong } from './answer-fault.ts'
import { stopped, timedOut } from './deadline.ts'

export interface CommandOptions {
  readonly argv: readonly [program: string, ...args: string[]]
  readonly cwd: string
  readonly env: EnvironmentRequest
  readonly timeoutMs: number
}

/** Any program that takes a prompt, on standard input or where `{prompt}` stands, and prints its answer. */
export function commandSource({ argv, cwd, env, timeoutMs }: CommandOptions): PlannerSource {
  const definition: AgentDefinition = { name: argv[0], kind: 'command', argv, env }
  const [first, ...others] = definitionFaults(definition)
  if (first !== undefined) throw new Fault([first, ...others])
  const who = JSON.stringify(argv[0])
  return {
    name: argv.join(' '),
    async ask(question) {
      const { text, result } = await run(commandOf(definition, promptOf(question)), { cwd, env, timeoutMs }, question)
      if (text.length > longestAnswer) throw tooLong(who)
      if (result.aborted) throw stopped()
      if (result.timedOut) throw timedOut(timeoutMs)
      if (!result.succeeded) throw failed(who, result)
      if (text.trim() === '') throw emptyAnswer(who)
      return { text, usage: {} }
    },
  }
}

/** A command has one way in. */
function promptOf({ system, prompt }: Question): string {
  return `${system}\n\n${prompt}`
}

async function run(
  command: ReturnType<typeof commandOf>,
  options: Omit<CommandOptions, 'argv'>,
  { signal, onText }: Question,
): Promise<{ text: string; result: ProcessResult }> {
  const enough = new AbortController()
  const stop = (): void => enough.abort()
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  let text = ''
  const take = (piece: string): void => {
    if (text.length > longestAnswer) return
    text += piece
    onText?.(piece)
    if (text.length > longestAnswer) stop()
  }
  try {
    const result = await runProcess({
      ...command,
      ...options,
      signal: enough.signal,
      outputCap: errorCap,
      onOutput: (stream, piece) => {
        if (stream === 'stdout') take(piece)
      },
    })
    return { text, result }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Of what it prints beside its answer, in bytes. */
const errorCap = 16 * 1024

function failed(who: string, { exitCode, signal, stdout, stderr }: ProcessResult): Fault {
  const said = (stderr.text.trim() || stdout.text.trim()).split('\n').at(-1) ?? ''
  const end = signal ?? `exit code ${exitCode}`
  return fault('E_PLANNER_FAILED', `${who} ended with ${end}${said === '' ? '.' : `: ${saying(said)}`}`, {
    hint: 'Try the command by hand with a short prompt.',
  })
}

import { type ProcessRequest, type ProcessResult, runProcess } from '../process/run.ts'
import type { Agent, AgentOutcome, AgentTask } from './agent.ts'
import { type AgentDefinition, promptPlace } from './definition.ts'
import { failedBy, stopped } from './outcomes.ts'
import { quoted } from './quoted.ts'
import { openUpdates } from './updates.ts'

/**
 * Any program as an agent: it gets the prompt, does the work and ends, with 0 when the work is done. What it uses for that
 * is not seen from here, so a scope cannot be kept; give such an agent what it may do by its own options.
 */
export function commandAgent(definition: AgentDefinition): Agent {
  let closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  return {
    name: definition.name,
    async work(task) {
      if (task.signal.aborted) return stopped('aborted', task)
      const work = runCommand(definition, task, AbortSignal.any([task.signal, closing.signal])).catch(failedBy)
      running.add(work)
      return work.finally(() => running.delete(work))
    },
    async close() {
      closing.abort()
      closing = new AbortController()
      await Promise.allSettled(running)
    },
  }
}

async function runCommand(definition: AgentDefinition, task: AgentTask, signal: AbortSignal): Promise<AgentOutcome> {
  let failure: { readonly error: unknown } | undefined
  const updates = openUpdates((update) => {
    try {
      if (failure === undefined) task.onUpdate(update)
    } catch (error) {
      failure = { error }
      throw error
    }
  })
  try {
    const result = await runProcess({
      ...commandOf(definition, task.prompt),
      cwd: task.cwd,
      signal,
      outputCap: textCap,
      ...(definition.env && { env: definition.env }),
      ...(task.timeoutMs !== undefined && { timeoutMs: task.timeoutMs }),
      onOutput: (stream, text) => updates.stream(stream === 'stdout' ? 'said' : 'told', text),
    })
    updates.end()
    return outcomeOf(result, task)
  } catch (error) {
    if (failure !== undefined) return stopped('failed', task)
    throw error
  }
}

/** In bytes, for each of the two outputs. */
const textCap = 64 * 1024

/** The command with the prompt in its place. */
export function commandOf(
  { argv = [], promptBy }: AgentDefinition,
  prompt: string,
): Pick<ProcessRequest, 'argv' | 'input'> {
  const [program = '', ...args] = argv
  const hasPlace = args.some((argument) => argument.includes(promptPlace))
  if (!hasPlace && promptBy !== 'argument') return { argv: [program, ...args], input: prompt }
  const template = hasPlace ? args : [...args, promptPlace]
  return { argv: [program, ...template.map((argument) => filledIn(argument, prompt))] }
}

/**
 * A prompt that begins with a dash would be an option to the program. An empty line before it changes nothing for whoever
 * reads it as a text.
 *
 *     - [ ] write the tests
 *     ^
 */
function filledIn(argument: string, prompt: string): string {
  const filled = argument.split(promptPlace).join(prompt)
  return argument.startsWith(promptPlace) && filled.startsWith('-') ? `\n${filled}` : filled
}

function outcomeOf(result: ProcessResult, task: AgentTask): AgentOutcome {
  const text = result.stdout.text
  if (result.succeeded) return { status: 'done', text, refusals: [] }
  if (result.timedOut) return { ...stopped('timedOut', task), text }
  if (result.aborted) return { ...stopped('aborted', task), text }
  const end = result.signal ?? `exit code ${result.exitCode}`
  const last = (result.stderr.text.trim() || text.trim()).split('\n').at(-1) ?? ''
  const why = `The command ended with ${end}${last === '' ? '.' : `: ${quoted(last, 300)}`}`
  return { status: 'failed', why, text, refusals: [] }
}

import type { Action, ChatAction, ResearchAction } from '../../dialects/teddy/plan.ts'
import type { Code } from '../../plan/diagnostics/codes.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { Acting } from './acting.ts'
import { changeFileOf } from './change-file.ts'
import { execute } from './execute.ts'
import { longestFetchMs, read, readCap } from './read.ts'
import { type ActionResult, wholeText } from './result.ts'
import { research } from './web/research.ts'

/** Carries out one action. What it could not do is its result; anything else that is thrown ends the run. */
export async function carryOutAction(action: Action, acting: Acting): Promise<ActionResult> {
  const { cancel } = acting
  if (cancel.aborted) return stopped
  try {
    return await perform(action, acting)
  } catch (error) {
    if (!isFault(error) || notOfTheAction.has(error.code)) throw error
    return cancel.aborted ? stopped : { status: 'failed', why: error.message, ...allowance(action) }
  }
}

const stopped: ActionResult = { status: 'interrupted', why: 'the run was stopped' }

/** Who has lost the run, or cannot write into the log, knows nothing about the action. */
const notOfTheAction: ReadonlySet<Code> = new Set(['E_LEASE_LOST', 'E_LOCKED', 'E_JOURNAL_CORRUPT'])

function allowance(action: Action): Pick<ActionResult, 'allowed'> {
  return action.kind === 'EXECUTE' && action.allowFailure ? { allowed: true } : {}
}

function perform(action: Action, acting: Acting): Promise<ActionResult> | ActionResult {
  switch (action.kind) {
    case 'CREATE':
    case 'EDIT':
      return changeFileOf(action, acting)
    case 'READ':
      return read(action.resource, acting)
    case 'EXECUTE':
      return execute(action, acting)
    case 'RESEARCH':
      return searched(action, acting)
    case 'CHAT_WITH_USER':
      return talked(action, acting)
    // What these three change is the context of the next turn, and that is made of what the log says of them.
    case 'INVOKE':
    case 'CONCLUDE':
    case 'PRUNE':
      return { status: 'succeeded' }
  }
}

async function searched({ queries }: ResearchAction, acting: Acting): Promise<ActionResult> {
  const { research: provider, cwd, env, cancel, timeoutMs } = acting
  const limits = { timeoutMs: Math.min(timeoutMs, longestFetchMs), cap: readCap, signal: cancel }
  const answers: string[] = []
  for (const { value } of queries) {
    const query = value.trim()
    answers.push(`Query: ${query}\n\n${await research(query, { ...limits, provider, cwd, env })}\n`)
  }
  return { status: 'succeeded', output: wholeText(answers.join('\n')) }
}

async function talked({ message }: ChatAction, { chat, cancel }: Acting): Promise<ActionResult> {
  if (chat === undefined) return { status: 'succeeded' }
  const said = await unlessAborted(
    cancel,
    chat(message.value).then((answer) => ({ answer })),
  )
  if (said === 'aborted') return stopped
  return { status: 'succeeded', ...(said.answer !== undefined && { output: wholeText(said.answer) }) }
}

import type { Action, Memo, TeddyPlan } from '../../dialects/teddy/plan.ts'
import { normalResource } from '../../dialects/teddy/session/context-list.ts'
import type { Caller } from '../../dialects/teddy/session/turn-meta.ts'
import type { ActionOutcome } from '../actions/outcomes.ts'

/** What became of one action. */
export interface KnownOutcome extends Pick<ActionOutcome, 'position' | 'status'> {
  /** What was answered to a message, or read in the web. */
  readonly text?: string
}

/** Who plans, called by whom, and what it sees. */
export interface Standing {
  readonly agent?: string
  /** The last one called the agent. */
  readonly callers: readonly Caller[]
  readonly context: readonly string[]
}

export interface FollowingTurn extends Standing {
  /** Nobody is left to plan: the session is over. */
  readonly isConcluded: boolean
  /** The context is not the one before it with changes, but that of another agent. */
  readonly isHandedOver: boolean
  /** What was taken out of the context for good. */
  readonly pruned: readonly string[]
  readonly memos: readonly Memo[]
  /** What the next agent is told, in Markdown; may be empty. */
  readonly input: string
}

/** What follows from a plan that was carried out. Only what succeeded counts, in the order of the plan. */
export function followingTurn(
  turn: number,
  before: Standing,
  plan: TeddyPlan,
  outcomes: readonly KnownOutcome[],
): FollowingTurn {
  const byPosition = new Map(outcomes.map((one) => [one.position, one]))
  const agent = before.agent ?? agentIn(plan)
  const walk: Walk = {
    turn,
    agent,
    callers: [...before.callers],
    context: new Set(before.context.map(normalResource)),
    pruned: new Set(),
    isHandedOver: false,
    isConcluded: false,
    input: [],
  }
  for (const action of plan.actions) {
    const outcome = byPosition.get(action.position)
    if (outcome?.status === 'succeeded' && !walk.isConcluded) step(walk, action, outcome)
  }
  // Whoever left out all of it did not agree to what it wants to remember either.
  const isDeclined = !outcomes.some(({ status }) => status === 'succeeded' || status === 'failed')
  return {
    ...(walk.agent && { agent: walk.agent }),
    callers: walk.callers,
    context: [...walk.context],
    pruned: [...walk.pruned],
    isHandedOver: walk.isHandedOver,
    isConcluded: walk.isConcluded,
    memos: isDeclined ? [] : plan.memos,
    input: walk.input.join('\n'),
  }
}

interface Walk {
  readonly turn: number
  agent: string | undefined
  readonly callers: Caller[]
  context: Set<string>
  readonly pruned: Set<string>
  isHandedOver: boolean
  isConcluded: boolean
  readonly input: string[]
}

function step(walk: Walk, action: Action, { text }: KnownOutcome): void {
  switch (action.kind) {
    case 'READ': {
      const resource = normalResource(action.resource.target)
      walk.context.add(resource)
      walk.pruned.delete(resource)
      break
    }
    case 'PRUNE': {
      const resource = normalResource(action.resource.target)
      walk.context.delete(resource)
      walk.pruned.add(resource)
      break
    }
    case 'CHAT_WITH_USER':
      if (text?.trim()) tell(walk, `Answer to action ${action.position} of turn ${walk.turn}`, text)
      break
    case 'INVOKE':
      tell(walk, `Handed over by ${nameOf(walk)} in turn ${walk.turn}`, action.message.value)
      walk.callers.push({ agent: nameOf(walk), turn: walk.turn, context: [...walk.context] })
      walk.agent = action.agent.value
      walk.context = new Set(targets(action))
      walk.isHandedOver = true
      break
    case 'CONCLUDE': {
      const caller = walk.callers.pop()
      walk.isConcluded = caller === undefined
      if (caller === undefined) break
      tell(walk, `Concluded by ${nameOf(walk)} in turn ${walk.turn}`, action.message.value)
      walk.agent = caller.agent === unnamed ? undefined : caller.agent
      walk.context = new Set([...caller.context.map(normalResource), ...targets(action)])
      walk.isHandedOver = true
      break
    }
    case 'CREATE':
    case 'EDIT':
    case 'EXECUTE':
    case 'RESEARCH':
      break
  }
}

function tell({ input }: Walk, heading: string, text: string): void {
  input.push(`## ${heading}\n\n${text.trim()}\n`)
}

function targets({ handoff }: Action & { readonly kind: 'INVOKE' | 'CONCLUDE' }): string[] {
  return handoff.map(({ target }) => normalResource(target))
}

const unnamed = 'an agent without a name'

function nameOf({ agent }: Walk): string {
  return agent?.split(/\s+/).join(' ') || unnamed
}

/** A session that was started without naming an agent learns it from its first plan. */
function agentIn({ header }: TeddyPlan): string | undefined {
  return header.find(({ name }) => name.toLowerCase() === 'agent')?.value.trim() || undefined
}

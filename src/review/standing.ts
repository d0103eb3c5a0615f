import type { Approval } from '../plan/state.ts'
import type { StepId } from '../plan/types.ts'
import type { Digest } from './digest.ts'

/**
 * How far the last yes covers what the files say now. A changed byte takes the yes from what it touches and from nothing
 * else: from one step, or, in the text that is told to whoever carries out any step, from all of them.
 */
export interface Standing {
  /** `foreign`: there is a yes in the log, but it was not given here. */
  readonly is: 'none' | 'foreign' | 'whole' | 'partial'
  readonly approval?: Approval
  /** The text of the plan itself has changed since. */
  readonly planChanged: boolean
  readonly changed: readonly StepId[]
  readonly added: readonly StepId[]
  readonly removed: readonly StepId[]
  /** Whether a step may be carried out as it stands. */
  readonly covers: (step: StepId) => boolean
}

export function standingOf(
  digest: Digest,
  approval: Approval | undefined,
  isOurs: (one: Approval) => boolean,
): Standing {
  if (approval === undefined) return { ...nothing, is: 'none' }
  if (!isOurs(approval)) return { ...nothing, is: 'foreign', approval }
  const ids = [...digest.steps.keys()]
  const added = ids.filter((id) => !approval.steps.has(id))
  const changed = ids.filter((id) => approval.steps.has(id) && approval.steps.get(id) !== digest.steps.get(id))
  const removed = [...approval.steps.keys()].filter((id) => !digest.steps.has(id))
  const planChanged = approval.plan !== digest.plan
  return {
    is: approval.hash === digest.hash ? 'whole' : 'partial',
    approval,
    planChanged,
    changed,
    added,
    removed,
    covers: (step) => !planChanged && approval.steps.has(step) && approval.steps.get(step) === digest.steps.get(step),
  }
}

const nothing = { planChanged: false, changed: [], added: [], removed: [], covers: () => false }

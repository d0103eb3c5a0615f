import type { PlanState } from '../plan/state.ts'
import type { StepEnd } from './engine.ts'

/** Watches what a plan costs. Fails closed: what an agent does not tell could be anything. */
export interface CostLimit {
  /** Whether nothing may be begun any more. */
  isReached(state: PlanState): boolean
  /** The same with a step that has ended and is not in the state yet. */
  isReachedWith(end: StepEnd, state: PlanState): boolean
}

/** What the plan has cost counts from its first run on. */
export function costLimit(maxCost: number | undefined): CostLimit | undefined {
  if (maxCost === undefined) return undefined
  // Amounts in two currencies cannot be added.
  const currencies = new Set<string>()
  return {
    isReached: ({ spent }) => spent.cost >= maxCost,
    isReachedWith({ cost }, { spent }) {
      if (cost === undefined) return true
      if (cost.amount > 0) currencies.add(cost.currency)
      return currencies.size > 1 || spent.cost + cost.amount >= maxCost
    },
  }
}

export const tooExpensive = 'the limit for the cost is reached, or an agent does not tell what it costs'

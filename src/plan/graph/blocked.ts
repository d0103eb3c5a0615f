import type { StepStatus } from '../step-status.ts'
import type { StepId } from '../types.ts'
import { components } from './components.ts'
import { edgesWithin, targetsOf } from './edges.ts'
import type { Graph } from './graph.ts'

/**
 * Why a dependency is not met: it waits itself, runs, failed, was interrupted, does not exist, or is on a cycle (or is
 * the step itself) and so can never be met.
 */
export type WaitReason = 'waiting' | 'running' | 'failed' | 'interrupted' | 'missing' | 'cycle'

export interface BlockedStep {
  readonly id: StepId
  readonly waitingFor: readonly { readonly id: StepId; readonly why: WaitReason }[]
}

export function blockedStep(
  graph: Graph,
  statuses: readonly StepStatus[],
  onCycle: ReadonlySet<number>,
  step: number,
): BlockedStep {
  const id = graph.ids[step]!
  const waitingFor: { id: StepId; why: WaitReason }[] = []
  for (const dependency of targetsOf(graph.dependencies, step)) {
    const why = onCycle.has(dependency) ? 'cycle' : reasons[statuses[dependency]!]
    if (why !== 'met') waitingFor.push({ id: graph.ids[dependency]!, why })
  }
  for (const missing of graph.dangling.get(step) ?? []) waitingFor.push({ id: missing, why: 'missing' })
  if (graph.selfDependent.has(step)) waitingFor.push({ id, why: 'cycle' })
  return { id, waitingFor }
}

const reasons: Readonly<Record<StepStatus, WaitReason | 'met'>> = {
  pending: 'waiting',
  in_progress: 'running',
  complete: 'met',
  failed: 'failed',
  skipped: 'met',
  interrupted: 'interrupted',
}

/** The steps that wait for each other. A cycle with a step on it that is not waiting is none: that step can end. */
export function waitingInCircles(graph: Graph, statuses: readonly StepStatus[]): Set<number> {
  const waiting = [...statuses.keys()].filter((step) => statuses[step] === 'pending')
  const circles = components(edgesWithin(graph.dependencies, waiting))
  return new Set(circles.flatMap((circle) => circle.map((place) => waiting[place]!)))
}

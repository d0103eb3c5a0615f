import { movePlan } from '../../plan/decisions.ts'
import { buildGraph } from '../../plan/graph/graph.ts'
import { Progress } from '../../plan/graph/progress.ts'
import { type PlanEvent, possiblePlanEvents } from '../../plan/lifecycle.ts'
import type { PlanMoved } from '../../plan/records.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import type { Step, StepId } from '../../plan/types.ts'

/** Whether steps of the plan may be begun, as far as the plan itself is concerned. */
export function canGoOn(state: PlanState): boolean {
  return state.status === 'executing' || eventThatGoesOn(state) !== undefined
}

/** From wherever a plan can be carried out, to `executing`; nothing where it cannot. */
export function goOn(state: PlanState, by: string): PlanMoved[] {
  const event = eventThatGoesOn(state)
  return event === undefined ? [] : movePlan(state, event, { by })
}

function eventThatGoesOn({ status }: PlanState): PlanEvent | undefined {
  const possible = possiblePlanEvents(status)
  return eventsThatGoOn.find((event) => possible.includes(event))
}

const eventsThatGoOn: readonly PlanEvent[] = ['start', 'resume', 'reopen']

/** What the end of a step does to its plan: the last one completes it, and a failure that leaves nothing to do fails it. */
export function planAfter(
  state: PlanState,
  steps: readonly Step[],
  ended: StepId,
  status: StepStatus,
  by: string,
): PlanMoved[] {
  const progress = new Progress(buildGraph(steps), (id) => (id === ended ? status : stepStatus(state, id)))
  const event = eventAfter(progress)
  if (event === undefined || !canGoOn(state) || (event === 'fail' && state.status !== 'executing')) return []
  const before = goOn(state, by)
  return [...before, ...movePlan({ ...state, status: 'executing' }, event, { by })]
}

function eventAfter(progress: Progress): PlanEvent | undefined {
  if (progress.summary() === 'finished') return 'complete'
  const { failed, ready, in_progress: running, interrupted } = progress.counts()
  return failed > 0 && ready + running + interrupted === 0 ? 'fail' : undefined
}

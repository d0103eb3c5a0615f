import { join } from 'node:path'
import type { Limits } from '../../dialects/shared/limits.ts'
import { readTeddyPlan } from '../../dialects/teddy/read-plan.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isInFlight } from '../../plan/in-flight.ts'
import type { PlanStatus } from '../../plan/lifecycle.ts'
import { stepStatus } from '../../plan/state.ts'
import { isEnded, type StepStatus } from '../../plan/step-status.ts'
import { readWhole } from '../../store/files/whole.ts'
import type { Machine } from '../../store/machine/port.ts'
import { readPlanState } from '../../store/plan-log.ts'
import { placeOf } from '../../store/plans/found-plan.ts'
import { sessionsFolder, teddyPlan } from '../../store/plans/teddy-plan.ts'
import type { TeddySession } from '../../store/teddy/session.ts'
import { type TeddyPlace, turnName } from '../../store/teddy/teddy-place.ts'

/** Where a session stands: what was done in its turn, and so what is to be done next. */
export interface TurnStanding {
  readonly is: 'concluded' | 'without plan' | 'planned' | 'running' | 'interrupted' | 'stopped' | 'executed'
  /** How many actions the plan has, and how many of them are in which status. */
  readonly actions: number
  readonly counts: ReadonlyMap<StepStatus, number>
  readonly title?: string
  /** What is wrong with the plan as it is written. */
  readonly diagnostics: readonly Diagnostic[]
}

export async function turnStanding(
  machine: Machine,
  { workspace }: TeddyPlace,
  { name, last }: TeddySession,
  limits: Limits,
): Promise<TurnStanding> {
  const path = `${sessionsFolder}/${name}/${turnName(last.number)}/plan.md`
  const found = teddyPlan(workspace, path, limits.markdown)
  const bytes = await readWhole(machine.files, join(last.directory, 'plan.md'), mostBytes)
  const none = { actions: 0, counts: new Map<StepStatus, number>(), diagnostics: [] }
  if (bytes === undefined) return { is: last.meta.concluded ? 'concluded' : 'without plan', ...none }
  const { key } = found.files
  const { plan, diagnostics } = readTeddyPlan(new Map([['plan.md', bytes]]), { key, prefix: found.prefix, limits })
  const state = await readPlanState(machine, placeOf(found))
  const witness = { now: machine.now(), isDead: (one: Parameters<Machine['fate']>[0]) => machine.fate(one) === 'dead' }
  const counts = new Map<StepStatus, number>()
  for (const { id } of plan.steps) {
    const status = stepStatus(state, id)
    const isLost = status === 'in_progress' && !isInFlight(state, id, witness)
    const now = isLost ? 'interrupted' : status
    counts.set(now, (counts.get(now) ?? 0) + 1)
  }
  const is = last.meta.concluded ? 'concluded' : standing(counts, isOver(state.status))
  return { is, actions: plan.steps.length, counts, title: plan.title, diagnostics }
}

/** One that is too large to be a plan is named as such by whoever reads it. */
const mostBytes = 64 * 1024 * 1024

/** Also with actions left over: nothing more is done after one that failed. */
function isOver(status: PlanStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

function standing(counts: ReadonlyMap<StepStatus, number>, isEnd: boolean): TurnStanding['is'] {
  const statuses = [...counts.keys()]
  if (counts.has('in_progress')) return 'running'
  if (counts.has('interrupted')) return 'interrupted'
  if (statuses.every((status) => status === 'pending')) return 'planned'
  return isEnd || statuses.every(isEnded) ? 'executed' : 'stopped'
}

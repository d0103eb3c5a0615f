import { hasErrors } from '../../../../plan/diagnostics/diagnostic.ts'
import type { StepId } from '../../../../plan/types.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { ProjectFacts } from '../../../../rules/actions/facts.ts'
import type { TeddyStanding } from '../../../../run/actions/run-teddy.ts'
import type { Resolution } from '../../../../run/recovery.ts'
import { pathOf } from '../../../../store/plans/found-plan.ts'
import { changeMemos } from '../../../../store/teddy/change-memos.ts'
import { keepPlan } from '../../../../store/teddy/kept-plan.ts'
import { exitCodes } from '../../exit-codes.ts'
import { answersTo } from './answers.ts'
import { carryOut } from './carry-out.ts'
import { endExecution } from './end.ts'
import { type Here, isPerson } from './here.ts'
import { changedMeanwhile, hasBegun, isOfSession, lookAt } from './look.ts'
import { recordAnswers } from './record.ts'
import { tellRefused } from './refused.ts'
import type { PlanSource } from './source.ts'
import type { KnownYes } from './yes.ts'

/** What is known of a plan before anybody is asked. */
export interface Checked {
  readonly source: PlanSource
  /** The real path of the project. */
  readonly root: string
  readonly standing: TeddyStanding
  readonly resolutionOf: ReadonlyMap<StepId, Resolution>
  readonly meant: ReadonlySet<StepId>
  readonly remembered: Pick<ProjectFacts, 'memos' | 'context'>
  readonly reviewed: ReviewedPlan
  /** The same in the project, with all that is meant. */
  readonly shown: ReviewedPlan
  readonly known: KnownYes
}

/** Has the plan decided about, and carries out what got a yes. */
export async function decideAndCarryOut(here: Here, checked: Checked): Promise<number> {
  const { options } = here
  const { source, root, standing, resolutionOf, meant, shown, known } = checked
  // Whoever is told to call a person has something to show them.
  if (!isPerson(here)) await keep(here, source)
  const open = stepsIn(shown, meant).filter(({ id }) => options.again || !known.has(id))
  const answers = await answersTo(here, source, shown, open)
  if (answers === undefined) return leave(here)
  const isLeft = (step: StepId): boolean => meant.has(step) && !answers.no.has(step)
  const final = answers.isAsked ? await lookAt(here, checked.reviewed, { ...checked, isLeft }) : shown
  const faults = answers.isAsked ? [...changedMeanwhile(shown, final), ...final.diagnostics] : []
  if (hasErrors(faults)) return tellRefused(here, source, final, faults)
  await keep(here, source)
  const toDo = stepsIn(final, meant).filter(({ id }) => isLeft(id))
  const reviewed = await recordAnswers(here, { shown: final, known, answers, meant: toDo })
  if (toDo.length > 0) await takeUpMemos(here, source, shown)
  const { outcome, ...how } = await carryOut(here, {
    reviewed,
    root,
    meant: toDo,
    resolutionOf,
    remembered: checked.remembered,
    isAtomic: options.atomic === true || standing.group !== undefined,
  })
  const { run, ...rest } = outcome
  const { status, why } = run
  const ended = { plan: shown.list!, place: shown.place, status, ...(why !== undefined && { why }) }
  return endExecution(here, source, { ...ended, ...rest, ...how })
}

async function keep({ machine, place, lock }: Here, { found, text }: PlanSource): Promise<void> {
  if (text !== undefined) await keepPlan(machine, place, pathOf(found), text, lock)
}

export function leave({ terminal }: Here): number {
  terminal.err('Left; nothing was carried out and nothing recorded\n')
  return exitCodes.faults
}

export function stepsIn({ reading }: ReviewedPlan, meant: ReadonlySet<StepId>) {
  return reading.plan.steps.filter(({ id }) => meant.has(id))
}

/**
 * A turn of a session takes up its memos when it ends. Any other plan has them taken up when it is first begun, which the
 * log knows: cut off in between, the same is done again and changes nothing more.
 */
async function takeUpMemos({ machine, place, lock }: Here, { found }: PlanSource, shown: ReviewedPlan): Promise<void> {
  if (isOfSession(found) || hasBegun(shown)) return
  await changeMemos(machine, place, shown.list?.memos ?? [], lock)
}

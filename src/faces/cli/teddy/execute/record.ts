import { stepStatus } from '../../../../plan/state.ts'
import type { Step, StepId } from '../../../../plan/types.ts'
import { approveStep } from '../../../../review/approve-step.ts'
import { approve } from '../../../../review/decide.ts'
import { decideSteps } from '../../../../review/decide-steps.ts'
import { type ReviewedPlan, reviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { Answers } from './answers.ts'
import type { Here } from './here.ts'
import { type KnownYes, knownYes } from './yes.ts'

export interface Recording {
  /** The plan as it was shown. */
  readonly shown: ReviewedPlan
  readonly known: KnownYes
  readonly answers: Answers
  /** What will be carried out. */
  readonly meant: readonly Step[]
}

/**
 * Records what was decided, so that after a crash nothing runs that nobody said yes to. What is left out is in the log
 * before the yes to the plan: there is no moment in which the yes covers it. Answers the plan as it stands then.
 */
export async function recordAnswers(here: Here, { shown, known, answers, meant }: Recording): Promise<ReviewedPlan> {
  const { machine, userDirs, policy, caller, options } = here
  const statusOf = (step: StepId) => stepStatus(shown.state, step)
  const isOpen = (step: StepId) => statusOf(step) === 'pending' || statusOf(step) === 'failed'
  const ended = meant.map(({ id }) => id).filter((step) => !isOpen(step))
  await decideSteps(here, shown, {
    skip: new Map([...answers.no].filter(isOpen).map((step) => [step, `${caller.by} said no`])),
    reopen: new Map(options.again ? ended.map((step) => [step, `${caller.by} wants it anew`]) : []),
  })
  if (!known.isApproved) {
    // Where some of the plan was not asked for, the yes to the plan allows nothing by itself: each action has its own.
    const decided = new Set([...answers.no, ...meant.map(({ id }) => id)])
    const isPart = shown.reading.plan.steps.some(({ id }) => isOpen(id) && !decided.has(id))
    await approve(here, shown, policy, [], isPart)
  }
  const now = await reviewedPlan(machine, userDirs, shown)
  const { has } = await knownYes(here, now)
  for (const step of meant) if (!has(step.id)) await approveStep(here, now, step, policy)
  return reviewedPlan(machine, userDirs, shown)
}

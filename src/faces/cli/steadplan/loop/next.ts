import { isFault } from '../../../../plan/diagnostics/fault.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { refuseBlocked } from '../../../../run/planloop/pulled-plan.ts'
import { keepPlan, readKeptPlan } from '../../../../run/pull/kept-plan.ts'
import { nextStep } from '../../../../run/pull/next-step.ts'
import { canGoOn } from '../../../../run/pull/plan-moves.ts'
import type { Pull } from '../../../../run/pull/pull.ts'
import { takeUp } from '../../../../run/take-up.ts'
import { readUserKey } from '../../../../store/user-key.ts'
import { openProject, type Project, reviewChosen } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellBeside } from '../decide/decided.ts'
import type { NextOptions } from '../loop.ts'
import { answerOf, exitCodeOf, type NextAnswer, nextJson, noStep } from './next-answer.ts'
import { nextLines } from './next-lines.ts'
import { openPull, pullerOf } from './open.ts'

export async function next(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: NextOptions,
): Promise<number> {
  const who = pullerOf(context, terminal, options.agent)
  const project = await openProject(context, 'steadplan next')
  tellBeside(terminal, project, options)
  const reviewed = await reviewChosen(project, word)
  const plan = reviewed.found.name
  try {
    const pull = await openPull(project, reviewed, who)
    await refuseBlocked(project.machine, reviewed)
    await begin(project, reviewed, pull)
    return tell(terminal, project, await answerOf(pull, plan, await nextStep(pull), options.budget), options)
  } catch (error) {
    if (!isFault(error, 'E_NOT_APPROVED')) throw error
    const nothing = noStep(plan, who.name, { reason: 'unapproved', waitsFor: [], more: 0 })
    return tell(terminal, project, { ...nothing, advice: error.diagnostics[0]!.message }, options)
  }
}

/** What people wrote into the files counts when the loop begins; from then on the plan is kept for whoever asks next. */
async function begin({ machine, userDirs }: Project, { state, place }: ReviewedPlan, { log, approved }: Pull) {
  if (approved.isFree) return
  if (state.status !== 'executing' && canGoOn(state)) await takeUp(log, approved)
  const key = await readUserKey(machine, userDirs)
  const isKept = (await readKeptPlan(machine, place, key, approved.approval)) !== undefined
  if (key !== undefined && !isKept) await keepPlan(machine, place, key, approved)
}

function tell(terminal: Terminal, project: Project, answer: NextAnswer, { json }: NextOptions): number {
  const text = json ? nextJson(answer, project.diagnostics) : nextLines(terminal.paint.out, answer)
  terminal.out(text)
  return exitCodeOf(answer)
}

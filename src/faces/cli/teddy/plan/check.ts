import type { TeddyPlan } from '../../../../dialects/teddy/plan.ts'
import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { checkActions } from '../../../../rules/actions/check.ts'
import { gatherFacts } from '../../../../store/project-files/facts.ts'
import { readContext } from '../../../../store/teddy/context.ts'
import { readMemos } from '../../../../store/teddy/memos.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import type { Teddy } from '../session/open.ts'

export interface PlanToCheck {
  readonly file: string
  readonly text: string
  readonly plan: TeddyPlan
}

/** What is wrong with a plan in the project, and for the session, as they are now. */
export async function checkInProject(
  { machine, place }: Teddy,
  session: TeddySession,
  { file, text, plan }: PlanToCheck,
): Promise<readonly Diagnostic[]> {
  const { always, turn } = await readContext(machine, session)
  const remembered = { memos: await readMemos(machine, place), context: [...always, ...turn] }
  const facts = await gatherFacts(machine, place.workspace.root, plan, remembered)
  return checkActions(plan, { file, text, facts, isMeant: () => true }).diagnostics
}

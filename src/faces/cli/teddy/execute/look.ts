import { type Diagnostic, diagnostic, sorted } from '../../../../plan/diagnostics/diagnostic.ts'
import type { PlanStatus } from '../../../../plan/lifecycle.ts'
import type { StepId } from '../../../../plan/types.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { FileChange } from '../../../../rules/actions/check.ts'
import type { ProjectFacts } from '../../../../rules/actions/facts.ts'
import { searchesUnset } from '../../../../run/actions/prepare.ts'
import { inProject } from '../../../../store/plans/in-project.ts'
import { type OpenedPlan, sourceOf as textOf } from '../../../../store/plans/open-plan.ts'
import { sessionsFolder } from '../../../../store/plans/teddy-plan.ts'
import { readContext } from '../../../../store/teddy/context.ts'
import { readMemos } from '../../../../store/teddy/memos.ts'
import type { Here } from './here.ts'
import type { PlanSource } from './source.ts'

export interface Look {
  readonly isLeft: (step: StepId) => boolean
  readonly remembered: Pick<ProjectFacts, 'memos' | 'context'>
}

/** A plan as it would be carried out in the project as it is now: what it changes, what it needs, what is wrong. */
export async function lookAt({ machine, values }: Here, reviewed: ReviewedPlan, look: Look): Promise<ReviewedPlan> {
  const looked = await inProject(machine, reviewed, look)
  const { list, reading } = looked
  const { steps, places } = reading.plan
  const file = places?.file ?? ''
  const unset = searchesUnset(
    { plan: list!, file, text: textOf(looked, file) ?? '' },
    {
      research: { url: values['research.url'], command: values['research.command'] },
      isMeant: (position) => look.isLeft(steps[position - 1]!.id),
    },
  )
  return { ...reviewed, ...looked, diagnostics: sorted([...looked.diagnostics, ...unset]) }
}

/** Files that are not what they were when the person was shown what becomes of them. */
export function changedMeanwhile(shown: OpenedPlan, now: OpenedPlan): Diagnostic[] {
  const before = firstChanges(shown)
  return [...firstChanges(now)].flatMap(([real, change]) => {
    if (before.get(real)?.before === change.before) return []
    const message = `${change.path} was changed while you were asked about it.`
    return [
      diagnostic('E_CHANGED_SINCE_CHECKED', message, { file: change.path, hint: 'Call it again, and look again.' }),
    ]
  })
}

/** The first change of each file, by its real path: what it finds there is what is on the disk. */
function firstChanges({ actions }: OpenedPlan): ReadonlyMap<string, FileChange> {
  const first = new Map<string, FileChange>()
  for (const { changes } of actions.values()) {
    for (const change of changes.values()) if (!first.has(change.real)) first.set(change.real, change)
  }
  return first
}

/** What memos and the context are checked against. Of a plan that was begun, the memos are among the others already. */
export async function remembered(
  { machine, place }: Here,
  { session, found }: PlanSource,
  reviewed: ReviewedPlan,
): Promise<Look['remembered']> {
  if (session !== undefined) {
    const { always, turn } = await readContext(machine, session)
    return { memos: await readMemos(machine, place), context: [...always, ...turn] }
  }
  return isOfSession(found) || hasBegun(reviewed) ? {} : { memos: await readMemos(machine, place) }
}

/** Also of an earlier turn. */
export function isOfSession({ prefix }: PlanSource['found']): boolean {
  return prefix.startsWith(`${sessionsFolder}/`)
}

export function hasBegun({ state }: Pick<ReviewedPlan, 'state'>): boolean {
  return begun.has(state.status)
}

const begun: ReadonlySet<PlanStatus> = new Set(['executing', 'stalled', 'completed', 'failed', 'replanning'])

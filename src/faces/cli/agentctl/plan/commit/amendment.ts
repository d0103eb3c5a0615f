import { type Diagnostic, diagnostic } from '../../../../../plan/diagnostics/diagnostic.ts'
import type { PlanState } from '../../../../../plan/state.ts'
import type { Plan, StepId } from '../../../../../plan/types.ts'

/** A step by its hash, in a plan as it was submitted or as it is to be. */
export type StepHashes = ReadonlyMap<StepId, string>

export interface Amendment {
  readonly plan: Plan
  /** What names of files begin with. */
  readonly prefix: string
  /** The plan as it was submitted last. */
  readonly before: StepHashes
  readonly after: StepHashes
  readonly state: PlanState
  /** The whole plan was cleared in between: that something is gone was said already. */
  readonly isCleared: boolean
}

/** What a new commit of a plan changes that it may not: what is done stays, and what runs is not taken away. */
export function amendmentFaults(amendment: Amendment): Diagnostic[] {
  const { before, after, state } = amendment
  const found: Diagnostic[] = []
  for (const [id, { status, attempts }] of state.steps) {
    const [was, is] = [before.get(id), after.get(id)]
    if (was === undefined) {
      if (is !== undefined && (status !== 'pending' || attempts > 0)) found.push(idUsed(amendment, id))
    } else if (is === undefined) {
      if (status === 'in_progress') found.push(gone(amendment, id, 'E_STEP_RUNNING', 'running'))
      else if (status === 'complete' && !amendment.isCleared) found.push(gone(amendment, id, 'E_STEP_FINISHED', 'done'))
    } else if (is !== was) {
      if (status === 'in_progress') found.push(changedWhileRunning(amendment, id))
      else if (status === 'complete') found.push(changedWhenDone(amendment, id))
    }
  }
  return found
}

function gone({ prefix }: Amendment, id: StepId, code: 'E_STEP_RUNNING' | 'E_STEP_FINISHED', word: string): Diagnostic {
  return diagnostic(code, `The task ${id} is ${word} and was removed.`, {
    file: prefix,
    actual: id,
    hint: 'Put its file back as it was; `steadplan history` has every version.',
  })
}

function changedWhenDone(amendment: Amendment, id: StepId): Diagnostic {
  const message = `The task ${id} is done and was changed since. What is done stays as it was done.`
  return diagnostic('E_STEP_FINISHED', message, {
    ...placeOf(amendment, id),
    hint: 'Put its file back as it was, under the same name, and add a new task for what is still to do.',
  })
}

function changedWhileRunning(amendment: Amendment, id: StepId): Diagnostic {
  return diagnostic('E_STEP_RUNNING', `The task ${id} was changed while somebody works on it as it was.`, {
    ...placeOf(amendment, id),
    severity: 'warning',
    hint: 'Nothing need be done; the change counts when the task is begun again.',
  })
}

function idUsed(amendment: Amendment, id: StepId): Diagnostic {
  return diagnostic('E_ID_USED', `A task with the id ${id} was worked on and removed before.`, placeOf(amendment, id))
}

function placeOf({ plan, prefix }: Amendment, id: StepId) {
  const place = plan.steps.find((step) => step.id === id)?.place
  return { file: place?.file ?? prefix, ...(place?.id && { range: place.id }) }
}

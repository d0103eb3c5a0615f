import type { PlanReading } from '../../dialects/plan-reading.ts'
import type { Action, ActionKind } from '../../dialects/teddy/plan.ts'
import { titleOf } from '../../dialects/teddy/read-plan.ts'
import type { ActionEnded, ProcessEnded } from '../../plan/action-records.ts'
import type { PlanRecord } from '../../plan/records.ts'
import type { Logged } from '../../plan/state.ts'
import type { StepId } from '../../plan/types.ts'
import { type ActionStep, actionSteps } from './action-steps.ts'
import { type ActionHistory, historyOf, type StepHistory } from './history.ts'
import { actionKey } from './ledger.ts'

/** What became of one action, as the log tells it. */
export interface ActionOutcome {
  readonly step: StepId
  /** In the list that it is written in, from 1. */
  readonly position: number
  readonly kind: ActionKind
  /** The action in a few words: `CREATE docs/brief.md`. */
  readonly title: string
  readonly status: 'succeeded' | 'failed' | 'skipped' | 'interrupted' | 'waiting'
  readonly why?: string
  /** It failed, and the plan allows it. */
  readonly allowed?: boolean
  /** It was done, and what it did to files was taken back. */
  readonly takenBack?: boolean
  readonly startedAt?: string
  readonly durationMs?: number
  readonly exitCode?: number | null
  /** What was read, found, printed, or answered. */
  readonly output?: OutcomeText
  readonly errors?: OutcomeText
  readonly files: readonly string[]
  /** Where a page was found in the end, and what it said it is. */
  readonly source?: string
  readonly contentType?: string
  /** What came of it in the background. */
  readonly background?: 'running' | 'ended by itself' | 'ended with the run'
}

export interface OutcomeText {
  /** Cut where it was too long; that is said in the text. */
  readonly text: string
  /** How long it was before anything was cut. */
  readonly bytes: number
  /** Under which more of it is kept, for `readKept`. */
  readonly kept?: string
}

/** Every action of a plan with what became of it so far, in the order of the plan. */
export function actionOutcomes(
  reading: Pick<PlanReading, 'plan' | 'signed'>,
  records: readonly Logged<PlanRecord>[],
): ActionOutcome[] {
  const history = historyOf(records)
  const outcomes: ActionOutcome[] = []
  /** In a list, whatever stands behind one that failed was passed over. */
  let failed: ActionOutcome | undefined
  for (const one of actionSteps(reading).values()) {
    if (one.sheet.step !== undefined) failed = undefined
    let isFirstOpen = true
    for (const action of one.actions) {
      const outcome = outcomeOf(one, action, history, { failed, isFirstOpen })
      outcomes.push(outcome)
      if (outcome.status === 'failed' && !outcome.allowed) failed ??= outcome
      if (history.endOf(one.step.id, action.position) === undefined) isFirstOpen = false
    }
  }
  return outcomes
}

interface Around {
  readonly failed: ActionOutcome | undefined
  /** Of the actions of its step that have no end, the first: the one that the step stands at. */
  readonly isFirstOpen: boolean
}

function outcomeOf({ step }: ActionStep, action: Action, history: ActionHistory, around: Around): ActionOutcome {
  const { position, kind } = action
  const base = { step: step.id, position, kind, title: titleOf(action) }
  const key = actionKey(step.id, position)
  const ended = history.endOf(step.id, position)
  if (ended !== undefined) return { ...base, ...endOf(ended, history.background.get(key)) }
  const { status, why } = openStatus(history.steps.get(step.id), { ...around, isChosen: history.isChosen(step.id) })
  const takenBack = history.takenBack.get(key)
  if (takenBack !== undefined && status === 'waiting') {
    return { ...base, status: 'skipped', why: takenBack, takenBack: true, files: [] }
  }
  return { ...base, status, files: [], ...(why !== undefined && { why }) }
}

function openStatus(
  story: StepHistory | undefined,
  { failed, isFirstOpen, isChosen }: Around & { readonly isChosen: boolean },
): Pick<ActionOutcome, 'status' | 'why'> {
  const told = story?.why === undefined ? {} : { why: story.why }
  const passedOver =
    failed && ({ status: 'skipped', why: `passed over, because action ${failed.position} failed` } as const)
  switch (story?.status) {
    case 'complete':
      return { status: 'succeeded', ...told }
    case 'skipped':
      return { status: 'skipped', ...told }
    case 'failed':
      return isFirstOpen && failed === undefined ? { status: 'failed', ...told } : (passedOver ?? { status: 'waiting' })
    case 'in_progress':
    case 'interrupted':
      return isFirstOpen ? { status: 'interrupted', ...told } : { status: 'waiting' }
    case 'pending':
    case undefined:
      if (passedOver) return passedOver
      return isChosen ? { status: 'waiting' } : { status: 'skipped', why: 'left out of this run' }
  }
}

function endOf(
  ended: ActionEnded,
  later: ProcessEnded | undefined,
): Omit<ActionOutcome, 'step' | 'position' | 'kind' | 'title'> {
  const { status, allowed, beganAt, durationMs, files, source, contentType } = ended
  const { why, exitCode } = later ?? ended
  const printed = later ?? ended
  const output = textOf(printed.output, printed.outputBytes, printed.outputKept)
  const errors = textOf(printed.errors, printed.errorsBytes, printed.errorsKept)
  return {
    status,
    ...(why !== undefined && { why }),
    ...(allowed && { allowed }),
    ...(beganAt !== '' && { startedAt: beganAt }),
    durationMs: later?.durationMs ?? durationMs,
    ...(exitCode !== undefined && { exitCode }),
    ...(output && { output }),
    ...(errors && { errors }),
    files,
    ...(source !== undefined && { source }),
    ...(contentType !== undefined && { contentType }),
    ...(ended.background && { background: backgroundOf(later) }),
  }
}

function backgroundOf(later: ProcessEnded | undefined): NonNullable<ActionOutcome['background']> {
  if (later === undefined) return 'running'
  return later.wasRunning ? 'ended with the run' : 'ended by itself'
}

function textOf(text: string | undefined, bytes = 0, kept?: string): OutcomeText | undefined {
  if (text === undefined || bytes === 0) return undefined
  return { text, bytes, ...(kept !== undefined && { kept }) }
}

import type { ActionEnded, ProcessEnded } from '../../plan/action-records.ts'
import { runLease } from '../../plan/lease-names.ts'
import type { PlanRecord, StepMoved } from '../../plan/records.ts'
import type { Logged } from '../../plan/state.ts'
import type { StepStatus } from '../../plan/step-status.ts'
import type { StepId } from '../../plan/types.ts'
import { actionKey } from './ledger.ts'

/** What the log tells about actions, for whoever wants to know what became of them. */
export interface ActionHistory {
  /** The end of an action, unless its step was opened again since. */
  readonly endOf: (step: StepId, action: number) => ActionEnded | undefined
  /** What came of those in the background. */
  readonly background: ReadonlyMap<string, ProcessEnded>
  /** Why what an action did was taken back, until it is done again. */
  readonly takenBack: ReadonlyMap<string, string>
  readonly steps: ReadonlyMap<StepId, StepHistory>
  /** Whether the last run meant a step. */
  readonly isChosen: (step: StepId) => boolean
}

export interface StepHistory {
  readonly status: StepStatus
  readonly why?: string
}

export function historyOf(records: readonly Logged<PlanRecord>[]): ActionHistory {
  const story = new Story()
  for (const record of records) story.add(record)
  return story
}

class Story implements ActionHistory {
  readonly #ended = new Map<StepId, Map<number, ActionEnded>>()
  readonly background = new Map<string, ProcessEnded>()
  readonly takenBack = new Map<string, string>()
  readonly steps = new Map<StepId, StepHistory>()
  #chosen = new Set<StepId>()
  /** The files that actions changed since changes are kept together. */
  #changes: { readonly step: StepId; readonly action: number }[] = []

  endOf = (step: StepId, action: number): ActionEnded | undefined => this.#ended.get(step)?.get(action)

  isChosen = (step: StepId): boolean => this.#chosen.size === 0 || this.#chosen.has(step)

  add(record: Logged<PlanRecord>): void {
    if (record.type === 'lease.taken' && record.on === runLease) this.#chosen = new Set()
    else if (record.type === 'run.only') for (const step of record.steps) this.#chosen.add(step)
    else if (record.type === 'step.moved') this.#move(record)
    else if (record.type === 'action.ended') this.#end(record)
    else if (record.type === 'process.ended') this.background.set(actionKey(record.step, record.action), record)
    else if (record.type === 'file.changing') this.#changes.push(record)
    else if (record.type === 'atomic') {
      if (record.is === 'begun' || record.is === 'kept') this.#changes = []
      if (record.is === 'taken back') this.#takeBack(record.why ?? 'the run did not come to its end')
    }
  }

  #move({ step, from, to: status, why }: StepMoved): void {
    this.steps.set(step, { status, ...(why !== undefined && { why }) })
    // What came of a process in the background is told until it is begun again.
    const isOpenedAgain = status === 'pending' && (from === 'complete' || from === 'skipped')
    if (isOpenedAgain) this.#forget(step, (end) => !end.background)
    if (status === 'in_progress')
      this.#forget(step, (end) => end.background || (end.status === 'failed' && !end.allowed))
  }

  #end(record: ActionEnded): void {
    const key = actionKey(record.step, record.action)
    const ofStep = this.#ended.get(record.step) ?? new Map<number, ActionEnded>()
    this.#ended.set(record.step, ofStep.set(record.action, record))
    this.background.delete(key)
    this.takenBack.delete(key)
  }

  #takeBack(why: string): void {
    for (const { step, action } of this.#changes) {
      const key = actionKey(step, action)
      // The steps of those that were done are open again by now; what failed, failed.
      if (this.endOf(step, action)?.status === 'failed') continue
      this.#ended.get(step)?.delete(action)
      this.takenBack.set(key, `taken back, because ${why}`)
    }
    this.#changes = []
  }

  #forget(step: StepId, isMeant: (end: ActionEnded) => boolean | undefined): void {
    const ofStep = this.#ended.get(step)
    for (const [action, end] of ofStep ?? []) if (isMeant(end)) ofStep?.delete(action)
  }
}

import type { ActionEnded, FileChanging, ProcessStarted } from '../../plan/action-records.ts'
import type { PlanRecord, StepMoved } from '../../plan/records.ts'
import type { Logged } from '../../plan/state.ts'
import type { StepId } from '../../plan/types.ts'

/** What the log says about actions, for whoever goes on with them. */
export interface Ledger {
  /** The positions that are done in the project, by step. What was taken back, or opened again, is not among them. */
  readonly done: ReadonlyMap<StepId, ReadonlySet<number>>
  /** The change that an action was about to make when its step was last heard of. */
  readonly changing: ReadonlyMap<string, FileChanging>
  /** The process in which an action was begun, since its step was begun. */
  readonly started: ReadonlyMap<string, ProcessStarted>
  /** Processes of which no end is known. */
  readonly running: ReadonlyMap<string, ProcessStarted>
  /** The steps of commands in the background that ended with their run: what comes after them may need them. */
  readonly beginAgain: ReadonlySet<StepId>
  /** Changes that are kept or taken back together, while that is not decided. */
  readonly group: ChangeGroup | undefined
}

export interface ChangeGroup {
  readonly isTakingBack: boolean
  readonly why: string
  readonly changes: readonly GroupedChange[]
}

export interface GroupedChange extends FileChanging {
  /** Whether it is known that the file was changed; otherwise it may or may not have been. */
  readonly isMade: boolean
}

/** One action of one step. */
export function actionKey(step: StepId, action: number): string {
  return `${action} ${step}`
}

export function readLedger(records: readonly Logged<PlanRecord>[]): Ledger {
  const book: Book = {
    done: new Map(),
    changing: new Map(),
    started: new Map(),
    running: new Map(),
    beginAgain: new Set(),
    group: undefined,
  }
  for (const record of records) enter(book, record)
  return book
}

interface Book extends Ledger {
  readonly done: Map<StepId, Set<number>>
  readonly changing: Map<string, FileChanging>
  readonly started: Map<string, ProcessStarted>
  readonly running: Map<string, ProcessStarted>
  readonly beginAgain: Set<StepId>
  group: (ChangeGroup & { readonly changes: GroupedChange[] }) | undefined
}

function enter(book: Book, record: Logged<PlanRecord>): void {
  if (record.type === 'step.moved') enterMove(book, record)
  else if (record.type === 'file.changing') {
    if (record.apart) return
    book.changing.set(actionKey(record.step, record.action), record)
    book.group?.changes.push({ ...record, isMade: false })
  } else if (record.type === 'process.started') {
    book.started.set(actionKey(record.step, record.action), record)
    book.running.set(actionKey(record.step, record.action), record)
  } else if (record.type === 'process.ended') {
    book.running.delete(actionKey(record.step, record.action))
    if (record.wasRunning && book.done.get(record.step)?.delete(record.action)) book.beginAgain.add(record.step)
  } else if (record.type === 'action.ended') enterEnd(book, record)
  else if (record.type === 'atomic') enterGroup(book, record.is, record.why)
}

function enterMove(book: Book, { step, from, to }: StepMoved): void {
  if (to === 'in_progress') forget(book, step)
  if (to === 'pending' && (from === 'complete' || from === 'skipped')) book.done.delete(step)
}

function enterEnd(book: Book, { step, action, status, allowed, background, apart }: ActionEnded): void {
  const key = actionKey(step, action)
  book.changing.delete(key)
  book.started.delete(key)
  if (!background) book.running.delete(key)
  if ((status === 'succeeded' || allowed) && !apart) doneSet(book, step).add(action)
  if (status === 'succeeded') noteMade(book, key)
}

/** What an earlier attempt left open is decided when the next one begins. */
function forget({ changing, started, beginAgain }: Book, step: StepId): void {
  beginAgain.delete(step)
  for (const [key, one] of changing) if (one.step === step) changing.delete(key)
  for (const [key, one] of started) if (one.step === step) started.delete(key)
}

function doneSet({ done }: Book, step: StepId): Set<number> {
  const known = done.get(step) ?? new Set()
  done.set(step, known)
  return known
}

function noteMade({ group }: Book, key: string): void {
  const at = group?.changes.findLastIndex((one) => actionKey(one.step, one.action) === key) ?? -1
  if (group !== undefined && at >= 0) group.changes[at] = { ...group.changes[at]!, isMade: true }
}

function enterGroup(book: Book, is: string, why = 'it did not come to its end'): void {
  if (is === 'begun') book.group = { isTakingBack: false, why, changes: [] }
  else if (is === 'taking back' && book.group !== undefined) book.group = { ...book.group, isTakingBack: true, why }
  else {
    if (is === 'taken back')
      for (const { step, action } of book.group?.changes ?? []) book.done.get(step)?.delete(action)
    book.group = undefined
  }
}

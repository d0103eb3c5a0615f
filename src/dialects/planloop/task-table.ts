import { isMet, type StepStatus, stepStatuses } from '../../plan/step-status.ts'

/** What is known of a task without looking into the log: what decides about the order of work. */
export interface TaskEntry {
  readonly id: number
  readonly title: string
  readonly status: StepStatus
  readonly dependencies: readonly number[]
  /** The records that say what it is: the one that added it, and those that changed it. */
  readonly content: readonly number[]
  /** The record of its last move, and who made it; 0 when nothing has happened to it. */
  readonly moved: number
  readonly by: string
  /** The record of what came of it; 0 when nothing was said. */
  readonly result: number
  readonly ref?: string
  readonly creates?: readonly string[]
  readonly files?: readonly string[]
  /** Whether commands have to pass before it is done. */
  readonly isProven?: boolean
}

/**
 * Tasks as they come out of a snapshot: one array for each thing that is known of them, the task with id n at n - 1. Nothing
 * is made of a task before somebody asks for it, so that ten thousand of them are opened as quickly as ten.
 */
export interface TaskColumns {
  readonly count: number
  /** How many of them have not ended. */
  readonly open: number
  /** By place in `stepStatuses`. */
  readonly status: Uint8Array
  readonly moved: Uint32Array
  readonly result: Uint32Array
  /** By place in `names`. */
  readonly by: Uint32Array
  readonly names: readonly string[]
  /** The dependencies of task n are `targets` from `starts[n - 1]` up to `starts[n]`. */
  readonly starts: Uint32Array
  readonly targets: Uint32Array
  /** The rest of task n, as JSON with a comma behind it, from `ends[n - 1]` up to `ends[n]`. */
  readonly ends: Uint32Array
  readonly rest: Uint8Array
}

/** `[title, content, {ref, creates, files, isProven}]`; of most tasks the last is left out. */
export type TaskRest = readonly [title: string, content: readonly number[], named?: TaskNames]
export type TaskNames = Pick<TaskEntry, 'ref' | 'creates' | 'files' | 'isProven'>

/** The tasks of a session by id. Ids count up from 1. */
export class TaskTable {
  readonly columns: TaskColumns
  /** Tasks that are new, or not as they were in the snapshot. */
  readonly changed = new Map<number, TaskEntry>()
  /** How each stands now, by place in `stepStatuses`; longer than there are tasks, so that it can grow. */
  #codes: Uint8Array
  #size: number
  #open: number
  #all: TaskEntry[] | undefined
  #refs: Map<string, number> | undefined

  constructor(columns: TaskColumns = noColumns) {
    this.columns = columns
    this.#codes = columns.status.slice()
    this.#size = columns.count
    this.#open = columns.open
  }

  get size(): number {
    return this.#size
  }

  /** How many have not ended. */
  get open(): number {
    return this.#open
  }

  has(id: number): boolean {
    return Number.isInteger(id) && id > 0 && id <= this.#size
  }

  get(id: number): TaskEntry | undefined {
    return this.changed.get(id) ?? (this.has(id) ? entryOf(this.columns, id) : undefined)
  }

  /** A task that was not there has the id after the last. */
  set(entry: TaskEntry): void {
    const wasOpen = this.has(entry.id) && !this.isEnded(entry.id)
    this.#open += (isMet(entry.status) ? 0 : 1) - (wasOpen ? 1 : 0)
    this.changed.set(entry.id, entry)
    this.#size = Math.max(this.#size, entry.id)
    if (this.#size > this.#codes.length) this.#codes = longer(this.#codes)
    this.#codes[entry.id - 1] = stepStatuses.indexOf(entry.status)
    if (this.#all) this.#all[entry.id - 1] = entry
    if (entry.ref !== undefined) this.#refs?.set(entry.ref, entry.id)
  }

  statusOf(id: number): StepStatus | undefined {
    return this.has(id) ? stepStatuses[this.#codes[id - 1]!] : undefined
  }

  /** The first id behind this one of a task that has not ended; undefined when there is none. */
  openAfter(id: number): number | undefined {
    const codes = this.#codes
    for (let at = id; at < this.#size; at++) if (!isMetCode[codes[at]!]) return at + 1
    return undefined
  }

  dependenciesOf(id: number): readonly number[] {
    const { starts, targets } = this.columns
    return this.changed.get(id)?.dependencies ?? [...targets.subarray(starts[id - 1], starts[id])]
  }

  /** Whether nothing has to be done to it any more. */
  isEnded(id: number): boolean {
    return this.has(id) && isMetCode[this.#codes[id - 1]!]!
  }

  /** Whether everything that it depends on has ended. One that does not exist, which no gate lets in, never does. */
  isReady(id: number): boolean {
    const changed = this.changed.get(id)
    if (changed !== undefined) return changed.dependencies.every((one) => this.isEnded(one))
    const { starts, targets } = this.columns
    for (let at = starts[id - 1]!; at < starts[id]!; at++) if (!this.isEnded(targets[at]!)) return false
    return true
  }

  /** The ids of those that stand so. */
  withStatus(status: StepStatus): number[] {
    const code = stepStatuses.indexOf(status)
    const codes = this.#codes.subarray(0, this.#size)
    const ids: number[] = []
    for (let at = codes.indexOf(code); at !== -1; at = codes.indexOf(code, at + 1)) ids.push(at + 1)
    return ids
  }

  /** In the order of their ids. */
  values(): readonly TaskEntry[] {
    if (this.#all === undefined) {
      const kept = entriesOf(this.columns)
      this.#all = Array.from({ length: this.#size }, (_, at) => this.changed.get(at + 1) ?? kept[at]!)
    }
    return this.#all
  }

  idOf(ref: string): number | undefined {
    this.#refs ??= new Map(this.values().flatMap(({ id, ref: own }) => (own === undefined ? [] : [[own, id]])))
    return this.#refs.get(ref)
  }
}

const isMetCode: readonly boolean[] = stepStatuses.map(isMet)

function longer(codes: Uint8Array): Uint8Array {
  const grown = new Uint8Array(codes.length * 2 + 16)
  grown.set(codes)
  return grown
}

const none = new Uint32Array(1)
const noColumns: TaskColumns = {
  count: 0,
  open: 0,
  status: new Uint8Array(),
  moved: none,
  result: none,
  by: none,
  names: [],
  starts: none,
  targets: none,
  ends: none,
  rest: new Uint8Array(),
}

function entryOf(columns: TaskColumns, id: number): TaskEntry {
  const { ends } = columns
  return withRest(columns, id, JSON.parse(restText(columns, ends[id - 1]!, ends[id]! - 1)))
}

/** All of them at once, which is quicker than one after the other. */
function entriesOf(columns: TaskColumns): TaskEntry[] {
  const { count, ends } = columns
  const all: TaskRest[] = JSON.parse(`[${restText(columns, 0, Math.max(ends[count]! - 1, 0))}]`)
  return all.map((rest, at) => withRest(columns, at + 1, rest))
}

function restText({ rest }: TaskColumns, start: number, end: number): string {
  return Buffer.from(rest.buffer, rest.byteOffset + start, end - start).toString()
}

function withRest(columns: TaskColumns, id: number, [title, content, named]: TaskRest): TaskEntry {
  const { status, moved, result, by, names, starts, targets } = columns
  const at = id - 1
  return {
    id,
    title,
    status: stepStatuses[status[at]!]!,
    dependencies: [...targets.subarray(starts[at], starts[id])],
    content,
    moved: moved[at]!,
    by: names[by[at]!]!,
    result: result[at]!,
    ...named,
  }
}

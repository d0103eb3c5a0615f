import { stepStatuses } from '../../plan/step-status.ts'
import type { TaskColumns, TaskEntry, TaskNames, TaskRest } from './task-table.ts'
import { TaskTable } from './task-table.ts'

/** The columns of a table of tasks: what they are as plain data, and they themselves as bytes, one behind the other. */
export interface SavedTasks {
  readonly data: SavedShape
  readonly bytes: Uint8Array
}

interface SavedShape {
  /** The bytes of the number 1, to tell their order on the machine that wrote them. */
  readonly one: string
  readonly count: number
  readonly open: number
  readonly names: readonly string[]
  /** How many bytes each column has, in the order in which they stand. */
  readonly lengths: readonly number[]
}

export function saveTasks(table: TaskTable): SavedTasks {
  const { size: count } = table
  const names = new Map(table.columns.names.map((name, at) => [name, at]))
  const status = new Uint8Array(count)
  const [moved, result, by] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)]
  const [starts, ends] = [new Uint32Array(count + 1), new Uint32Array(count + 1)]
  const targets: number[] = []
  const rest: Uint8Array[] = []
  const { columns, changed } = table
  for (let at = 0; at < count; at++) {
    const entry = changed.get(at + 1)
    if (entry === undefined) {
      moved[at] = columns.moved[at]!
      result[at] = columns.result[at]!
      by[at] = columns.by[at]!
    } else {
      if (!names.has(entry.by)) names.set(entry.by, names.size)
      moved[at] = entry.moved
      result[at] = entry.result
      by[at] = names.get(entry.by)!
    }
    status[at] = stepStatuses.indexOf(table.statusOf(at + 1)!)
    for (const target of table.dependenciesOf(at + 1)) targets.push(target)
    starts[at + 1] = targets.length
    const text = entry === undefined ? columns.rest.subarray(columns.ends[at], columns.ends[at + 1]) : restOf(entry)
    rest.push(text)
    ends[at + 1] = ends[at]! + text.length
  }
  const parts = [status, moved, result, by, starts, Uint32Array.from(targets), ends, Buffer.concat(rest)].map(bytesOf)
  const lengths = parts.map(({ length }) => length)
  return {
    data: { one: orderOfBytes(), count, open: table.open, names: [...names.keys()], lengths },
    bytes: Buffer.concat(parts),
  }
}

function orderOfBytes(): string {
  return Buffer.from(bytesOf(Uint32Array.of(1))).toString('hex')
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function restOf({ title, content, ref, creates, files, isProven }: TaskEntry): Uint8Array {
  const named: TaskNames = {
    ...(ref !== undefined && { ref }),
    ...(creates !== undefined && { creates }),
    ...(files !== undefined && { files }),
    ...(isProven && { isProven }),
  }
  const rest: TaskRest = Object.keys(named).length === 0 ? [title, content] : [title, content, named]
  return Buffer.from(`${JSON.stringify(rest)},`)
}

/** Undefined when it is not what `saveTasks` gives. Its seal was looked at: what is whole is as it was written. */
export function loadTasks(data: unknown, bytes: Uint8Array): TaskTable | undefined {
  const shape = data as SavedShape | null
  if (typeof shape !== 'object' || shape === null || shape.one !== orderOfBytes()) return undefined
  const { count, open, names, lengths } = shape
  if (!Array.isArray(lengths) || lengths.length !== 8 || !Array.isArray(names)) return undefined
  let from = 0
  const [status, moved, result, by, starts, targets, ends, rest] = lengths.map((length: number) => {
    from += length
    return bytes.subarray(from - length, from)
  }) as EightColumns
  const columns: TaskColumns = {
    count,
    open,
    names,
    status,
    moved: numbersOf(moved),
    result: numbersOf(result),
    by: numbersOf(by),
    starts: numbersOf(starts),
    targets: numbersOf(targets),
    ends: numbersOf(ends),
    rest,
  }
  return from === bytes.length && isWhole(columns) ? new TaskTable(columns) : undefined
}

type EightColumns = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]

function isWhole({ count, open, status, moved, result, by, starts, targets, ends, rest }: TaskColumns): boolean {
  return (
    [count, open].every(Number.isSafeInteger) &&
    [status, moved, result, by].every(({ length }) => length === count) &&
    [starts, ends].every(({ length }) => length === count + 1) &&
    starts[count] === targets.length &&
    ends[count] === rest.length
  )
}

/** Copied: numbers of four bytes have to begin at a place that four divides. */
function numbersOf(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length >> 2)
  new Uint8Array(numbers.buffer).set(bytes.subarray(0, numbers.byteLength))
  return numbers
}

import type { Task } from './task.ts'

/** What came of a task that another one depends on. */
export interface TaskResult {
  readonly id: number
  readonly title: string
  readonly result: string
}

/** What is told about a task, and what was left out of it for want of room. */
export interface FittedTask {
  readonly task: Task
  readonly results: readonly TaskResult[]
  readonly leftOut: readonly string[]
}

/**
 * Fits a task, and what came of those it depends on, into about so many tokens. What it is and how it is proven is never
 * left out; then come its hints, its paths, its notes, and the results of others, which share what is left. Without a number
 * the task is told whole, and the results of others as far as they are of use.
 */
export function fitTask(whole: Task, results: readonly TaskResult[], tokens?: number): FittedTask {
  const { context_hints, relevant_file_paths, creates, files, notes, result, ...fixed } = whole
  const room = new Room((tokens ?? Number.POSITIVE_INFINITY) * charactersPerToken - sizeOf(fixed))
  const task: Task = {
    ...fixed,
    context_hints: room.list('context_hints', context_hints),
    relevant_file_paths: room.list('relevant_file_paths', relevant_file_paths),
    ...(creates && { creates: room.list('creates', creates) }),
    ...(files && { files: room.list('files', files) }),
    ...room.text('notes', notes),
    ...room.text('result', result),
  }
  room.left = Math.min(room.left, tokens === undefined ? usualResults : room.left)
  const fitted: TaskResult[] = []
  results.forEach(({ id, title, result: text }, at) => {
    const share = (room.left - sizeOf({ id, title })) / (results.length - at)
    const { result: kept } = room.text('result', text, share, `the result of task ${id}`)
    if (kept === undefined) return
    room.left -= sizeOf({ id, title })
    fitted.push({ id, title, result: kept })
  })
  return { task: inOrder(task), results: fitted, leftOut: room.leftOut }
}

/** A rule of thumb that holds for English and for code. */
const charactersPerToken = 4
/** What others reported takes no more characters than this, unless somebody says how much there is room for. */
const usualResults = 16_000

class Room {
  left: number
  readonly leftOut: string[] = []

  constructor(characters: number) {
    this.left = characters
  }

  /** The first items of a list that fit. */
  list(name: string, items: readonly string[]): string[] {
    const kept: string[] = []
    for (const item of items) {
      if (sizeOf(item) > this.left) break
      this.left -= sizeOf(item)
      kept.push(item)
    }
    if (kept.length < items.length) this.leftOut.push(`${items.length - kept.length} of ${items.length} ${name}`)
    return kept
  }

  /** The beginning of a text that fits; no key at all where nothing of it does. */
  text<Key extends string>(
    key: Key,
    text: string | undefined,
    most = this.left,
    name: string = key,
  ): { readonly [K in Key]?: string } {
    if (text === undefined) return {}
    if (sizeOf(text) <= most) {
      this.left -= sizeOf(text)
      return { [key]: text } as { readonly [K in Key]?: string }
    }
    const kept = text.slice(0, Math.max(Math.floor(most) - mark.length, 0))
    if (kept.length < shortest) {
      this.leftOut.push(name)
      return {}
    }
    this.leftOut.push(`${text.length - kept.length} of ${text.length} characters of ${name}`)
    this.left -= sizeOf(kept)
    return { [key]: kept + mark } as { readonly [K in Key]?: string }
  }
}

const mark = '…'
/** Less of a text helps nobody. */
const shortest = 80

/** As it takes room in the answer, with the comma behind it. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value).length + 1
}

function inOrder({ id, title, type, status, dependencies, context_hints, relevant_file_paths, ...rest }: Task): Task {
  return { id, title, type, status, dependencies, context_hints, relevant_file_paths, ...rest }
}

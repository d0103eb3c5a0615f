import { type TaskChange, type TaskStatus, taskStatuses, type UpdatePayload } from './task.ts'

/**
 * What an agent sends most often: how tasks stand and what came of them, written in the plainest way. Undefined for any
 * other payload, which `readUpdate` takes apart with a word about everything that is wrong; this one is read in no time.
 */
export function plainReport(text: string): UpdatePayload | undefined {
  if (text.length > longest || !plain.test(text)) return undefined
  const value = parsed(text)
  if (value === undefined || !hasOnly(value, ['update_tasks', 'final_summary', 'last_seen_version'])) return undefined
  const { update_tasks = [], final_summary, last_seen_version } = value
  if (!Array.isArray(update_tasks) || !update_tasks.every(isPlainChange)) return undefined
  if (update_tasks.length === 0 && final_summary === undefined) return undefined
  if (final_summary !== undefined && !isText(final_summary)) return undefined
  if (last_seen_version !== undefined && !isWhole(last_seen_version)) return undefined
  return {
    add_tasks: [],
    update_tasks,
    ...(final_summary !== undefined && { final_summary }),
    ...(last_seen_version !== undefined && { last_seen_version }),
  }
}

const longest = 64 * 1024
const plain = /^[\n\x20-\x7e]*$/

type Fields = Readonly<Record<string, unknown>>

/** Undefined as well where something stands twice, or a number or a text is not written as we would. */
function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isSame = withoutBlanks(JSON.stringify(value)) === withoutBlanks(text)
    return isSame && typeof value === 'object' && value !== null ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}

function withoutBlanks(text: string): string {
  return text.replace(/[ \n]/g, '')
}

function isPlainChange(value: unknown): value is TaskChange {
  if (typeof value !== 'object' || value === null || !hasOnly(value, ['id', 'status', 'result', 'notes'])) return false
  const { id, status, result, notes } = value as Fields
  return (
    isWhole(id) &&
    id > 0 &&
    [status, result, notes].some((field) => field !== undefined) &&
    (status === undefined || taskStatuses.includes(status as TaskStatus)) &&
    (result === undefined || isText(result)) &&
    (notes === undefined || isText(notes))
  )
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return !Array.isArray(value) && Object.keys(value).every((name) => names.includes(name))
}

function isText(value: unknown): value is string {
  // An escape is plain where what it stands for is not.
  return typeof value === 'string' && value.trim() !== '' && value.length <= longestText && plain.test(value)
}

const longestText = 20_000

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

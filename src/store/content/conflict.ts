import { type Fault, fault } from '../../plan/diagnostics/fault.ts'
import { type Content, changesBetween } from './content.ts'

/** Says what changed between what the caller had read and what is there now. */
export function conflict(base: Content, now: Content, plan: string): Fault {
  if (now.files.size === 0) return fault('E_PLAN_GONE', `the plan is not there any more: ${plan}`)
  const related = changesBetween(base, now).map(({ path, from, to }) => {
    if (from === null) return { message: 'was added', file: path }
    if (to === null) return { message: 'was removed', file: path }
    return { message: `changed in ${changedLines(text(base, path), text(now, path))}`, file: path }
  })
  const what = related.map(({ file, message }) => `${file} ${message}`).join('; ')
  return fault('CONFLICT', `the plan changed since it was read: ${what}`, {
    expected: base.etag,
    actual: now.etag,
    related,
  })
}

function text(content: Content, path: string): string {
  return Buffer.from(content.files.get(path)?.bytes ?? []).toString()
}

/** The lines of `after` that the common beginning and end of both leave over. */
function changedLines(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const [first, last] = [start + 1, now.length - end]
  if (last < first) return `line ${first} (removed)`
  return first === last ? `line ${first}` : `lines ${first}–${last}`
}

import type { SessionRecord } from '../../dialects/planloop/records.ts'
import type { Session } from '../../dialects/planloop/session.ts'
import type { UpdatePayload } from '../../dialects/planloop/task.ts'
import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { isMet } from '../../plan/step-status.ts'
import { recordCap } from '../../store/log/log.ts'
import { type After, afterUpdate } from './after.ts'
import type { ChangedTask, Draft } from './draft.ts'

/** What speaks against an update beside the gates and beside who has which task: all of it at once. */
export function updateFaults(session: Session, payload: UpdatePayload, draft: Draft): DataFault[] {
  const after = afterUpdate(session, draft)
  return [
    ...stale(session, payload),
    ...draft.faults,
    ...draft.changed.flatMap((change) => unready(change, after)),
    ...(payload.final_summary === undefined ? [] : unfinished(session, draft, after)),
  ]
}

function stale({ version }: Session, { last_seen_version: seen }: UpdatePayload): DataFault[] {
  if (seen === undefined || seen === version) return []
  const message = `The session is at version ${version}; the update was made for version ${seen}.`
  return [
    dataFault('E_STALE_VERSION', 'last_seen_version', message, { actual: String(seen), expected: String(version) }),
  ]
}

/** What is done stays done, also when what it depends on is opened again. */
function unready({ entry, status, path }: ChangedTask, after: After): DataFault[] {
  if (status !== 'complete' || entry.status === 'complete') return []
  const open = after.dependenciesOf(entry).filter((id) => !isMet(after.statusOf(id)))
  if (open.length === 0) return []
  const message = `Task ${entry.id} cannot be DONE: it depends on ${listed(open)}, not DONE yet.`
  return [dataFault('E_NOT_READY', `${path}.status`, message, { actual: listed(open) })]
}

function unfinished({ tasks }: Session, { added }: Draft, after: After): DataFault[] {
  if (after.open === 0) return []
  const all = added.map(({ task }) => task.id)
  for (let id = tasks.size; id > 0; id--) if (!isMet(after.statusOf(id))) all.unshift(id)
  const message = `The final summary comes when every task is done; ${listed(all)} ${all.length === 1 ? 'is' : 'are'} open.`
  return [dataFault('E_NOT_COMPLETE', 'final_summary', message, { actual: listed(all) })]
}

function listed(ids: readonly number[]): string {
  const more = ids.length - mostListed
  return `${ids.length === 1 ? 'task' : 'tasks'} ${ids.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const mostListed = 10

/** A record has to stay small, and nothing that was said is cut. */
export function tooLarge(record: SessionRecord, path: string): DataFault[] {
  const bytes = Buffer.byteLength(JSON.stringify(record))
  if (bytes <= mostBytes) return []
  const message = `What is said here takes ${bytes} bytes; ${mostBytes} fit.`
  const hint = 'Say it shorter, or put it into a file of the project and name that file.'
  return [dataFault('E_TOO_LARGE', path, message, { actual: String(bytes), expected: `at most ${mostBytes}`, hint })]
}

/** The rest is for when and by whom it was said. */
const mostBytes = recordCap - 1024

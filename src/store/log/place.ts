import { join } from 'node:path'
import type { LockPlace } from '../lock/lock.ts'

/** Where the log of one plan is kept. */
export interface LogPlace extends LockPlace {
  /** The plan's key, kept in the log so that a log can be told from another. */
  readonly plan: string
  /** The segment that is written to. Closed ones and the snapshot stand in `directory`. */
  readonly active: string
  readonly directory: string
}

/** A log in a directory of its own, as all plans have it but those whose dialect names the file. */
export function logPlace(directory: string, owners: string, plan: string): LogPlace {
  return { plan, owners, directory, lock: join(directory, 'lock'), active: join(directory, 'log.jsonl') }
}

export function snapshotPath(place: LogPlace, fold?: string): string {
  return join(place.directory, fold === undefined ? 'snapshot.json' : `snapshot-${fold}.json`)
}

const closedSegment = /^log-(\d{12})\.jsonl$/

export function closedSegmentPath(place: LogPlace, lastSeq: number): string {
  return join(place.directory, `log-${String(lastSeq).padStart(12, '0')}.jsonl`)
}

/** The closed segments among the names in a directory, oldest first. */
export function closedSegments(place: LogPlace, names: readonly string[]): string[] {
  return names
    .filter((name) => closedSegment.test(name))
    .sort()
    .map((name) => join(place.directory, name))
}

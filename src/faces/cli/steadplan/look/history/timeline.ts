import type { PlanRecord } from '../../../../../plan/records.ts'
import type { Logged } from '../../../../../plan/state.ts'
import type { Version } from '../../../../../store/content/version.ts'

type Record = Logged<PlanRecord>

/** One line of what happened. */
export type Event =
  | {
      readonly type: 'version'
      readonly at: string
      readonly version: number
      readonly by: string
      readonly why?: string
      readonly changes: readonly string[]
    }
  | {
      readonly type: 'claims'
      readonly at: string
      readonly taken: number
      readonly renewed: number
      readonly ended: number
    }
  | Exclude<Record, ClaimRecord | PartOfOther | { type: 'approval' }>
  | {
      readonly type: 'approval'
      readonly at: string
      readonly by: string
      readonly channel: string
      readonly version: number
      readonly hash: string
    }

/**
 * Versions and records in one line of time. Each of the two stays in its own order, whatever its clock said; between them
 * the earlier one comes first.
 */
export function timeline(versions: readonly Version[], records: readonly Record[]): Event[] {
  const left = versions.map(versionEvent)
  const right = folded(records)
  const events: Event[] = []
  let [a, b] = [0, 0]
  while (a < left.length || b < right.length) {
    const isLeft = b === right.length || (a < left.length && left[a]!.at <= right[b]!.at)
    events.push(isLeft ? left[a++]! : right[b++]!)
  }
  return events
}

function versionEvent({ version, at, by, why, changes }: Version): Event {
  return {
    type: 'version',
    at,
    version,
    by,
    ...(why !== undefined && { why }),
    changes: changes.map(({ path }) => path),
  }
}

/** Claims that follow each other become one; the move to approved is told by the approval behind it. */
function folded(records: readonly Record[]): Event[] {
  const events: Event[] = []
  records.forEach((record, at) => {
    if (record.type === 'approval') {
      const { type, at, by, channel, version, hash } = record
      events.push({ type, at, by, channel, version, hash })
    } else if (isClaim(record)) {
      const last = events.at(-1)
      if (last?.type === 'claims') events.pop()
      events.push(claimed(last?.type === 'claims' ? last : noClaims, record))
    } else if (isPartOfOther(record)) return
    else if (!(isApproving(record) && records[at + 1]?.type === 'approval')) events.push(record)
  })
  return events
}

type Claims = Extract<Event, { type: 'claims' }>
type ClaimRecord = Extract<Record, { type: 'lease.taken' | 'lease.renewed' | 'lease.ended' }>
type PartOfOther = Extract<Record, { type: (typeof partsOfOthers)[number] }>

const noClaims = { taken: 0, renewed: 0, ended: 0 }

function isClaim(record: Record): record is ClaimRecord {
  return record.type === 'lease.taken' || record.type === 'lease.renewed' || record.type === 'lease.ended'
}

function claimed({ taken, renewed, ended }: Omit<Claims, 'type' | 'at'>, { type, at }: ClaimRecord): Claims {
  const one = (of: ClaimRecord['type']) => (type === of ? 1 : 0)
  const counts = {
    taken: taken + one('lease.taken'),
    renewed: renewed + one('lease.renewed'),
    ended: ended + one('lease.ended'),
  }
  return { type: 'claims', at, ...counts }
}

/** What is kept for us and tells a person nothing that another record does not. */
function isPartOfOther(record: Record): record is PartOfOther {
  return partsOfOthers.some((type) => type === record.type)
}

const partsOfOthers = ['approval.steps', 'projected', 'file.changing', 'process.started', 'run.only'] as const

function isApproving(record: Record): boolean {
  return record.type === 'plan.moved' && record.event === 'approve'
}

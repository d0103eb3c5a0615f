import type { ProcessStarted } from '../../plan/action-records.ts'
import { runLease } from '../../plan/lease-names.ts'
import type { PlanRecord } from '../../plan/records.ts'
import type { Logged } from '../../plan/state.ts'

/** What the last run put back as it was. */
export interface TakenBack {
  readonly why: string
  readonly files: readonly string[]
  /** Of these, what somebody else or a command had put there in between, by the hash under which it is kept. */
  readonly aside: ReadonlyMap<string, string>
  /** Commands that were begun. What they did elsewhere than in these files is not taken back. */
  readonly commands: readonly Pick<ProcessStarted, 'step' | 'action'>[]
}

/** Undefined unless it put anything back: what it had changed itself, or what a run before it was taking back. */
export function takenBackBy(records: readonly Logged<PlanRecord>[]): TakenBack | undefined {
  const run = records.slice(records.findLastIndex((one) => one.type === 'lease.taken' && one.on === runLease))
  const end = run.findLast((one) => one.type === 'atomic' && one.is === 'taken back')
  if (end?.type !== 'atomic') return undefined
  const back = run.filter((one) => one.type === 'file.taken-back')
  return {
    why: end.why ?? '',
    files: [...new Set(back.map(({ path }) => path))],
    commands: startedIn(records),
    aside: new Map(back.flatMap(({ path, aside }) => (aside === undefined ? [] : [[path, aside]]))),
  }
}

/** Since changes were kept together, which may have been in an earlier run. */
function startedIn(records: readonly Logged<PlanRecord>[]): TakenBack['commands'] {
  const group = records.slice(records.findLastIndex((one) => one.type === 'atomic' && one.is === 'begun'))
  return group.filter((one) => one.type === 'process.started').map(({ step, action }) => ({ step, action }))
}

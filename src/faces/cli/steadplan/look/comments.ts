import type { Noted, PlanRecord } from '../../../../plan/records.ts'
import type { Logged } from '../../../../plan/state.ts'

/** What was noted with the last rejection and since, unless the plan has been approved after that. */
export function openComments(records: readonly Logged<PlanRecord>[]): Logged<Noted>[] {
  let ofRejection: Logged<Noted>[] = []
  let since: Logged<Noted>[] = []
  for (const record of records) {
    if (record.type === 'note') since.push(record)
    else if (record.type === 'approval' || (record.type === 'plan.moved' && record.event === 'reject')) {
      // The notes that come with a decision stand before it.
      ofRejection = record.type === 'approval' ? [] : since
      since = []
    }
  }
  return [...ofRejection, ...since]
}

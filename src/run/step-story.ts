import type { PlanRecord, ReceiptWritten, StepMoved, StepReported } from '../plan/records.ts'
import type { Logged } from '../plan/state.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { StepId } from '../plan/types.ts'

/** What happened to one step, as the log tells it: its last attempt, and what all attempts have cost. */
export interface StepStory {
  readonly status: StepStatus
  readonly attempts: number
  readonly by: string
  readonly begunAt?: string
  readonly endedAt?: string
  readonly why?: string
  /** Of the last attempt. */
  readonly result?: StepReported
  /** Of the last attempt, oldest first. */
  readonly receipts: readonly ReceiptWritten[]
  readonly cost?: number
  readonly currency?: string
}

export function storiesOf(records: readonly Logged<PlanRecord>[]): Map<StepId, StepStory> {
  const stories = new Map<StepId, StepStory>()
  for (const record of records) {
    if (!('step' in record) || record.step === undefined) continue
    const before = stories.get(record.step) ?? untold
    const after = continued(before, record)
    if (after !== before) stories.set(record.step, after)
  }
  return stories
}

const untold: StepStory = { status: 'pending', attempts: 0, by: '', receipts: [] }

function continued(story: StepStory, record: Logged<PlanRecord>): StepStory {
  if (record.type === 'step.moved') return moved(story, record)
  if (record.type === 'receipt') return { ...story, receipts: [...story.receipts, record] }
  if (record.type !== 'step.result') return story
  const cost = record.cost === undefined ? story.cost : (story.cost ?? 0) + record.cost
  const currency = record.currency ?? story.currency
  return { ...story, result: record, ...(cost !== undefined && { cost }), ...(currency && { currency }) }
}

function moved(story: StepStory, { to: status, by, at, why }: Logged<StepMoved>): StepStory {
  const { endedAt: _, why: __, ...rest } = story
  const told = why === undefined ? {} : { why }
  if (status === 'in_progress') {
    const { result: ___, ...kept } = rest
    return { ...kept, status, by, begunAt: at, attempts: story.attempts + 1, receipts: [], ...told }
  }
  return { ...rest, status, by, ...told, ...(status === 'pending' ? {} : { endedAt: at }) }
}

/** How long the last attempt took, in milliseconds; undefined when it has not ended or its times make no sense. */
export function durationOf({ begunAt, endedAt }: StepStory): number | undefined {
  if (begunAt === undefined || endedAt === undefined) return undefined
  const ms = Date.parse(endedAt) - Date.parse(begunAt)
  return ms >= 0 ? ms : undefined
}

/** Whether the last attempt was proven: by every command there is, the last time each was run. */
export function isProven({ receipts, status }: StepStory): boolean {
  const last = new Map(receipts.map(({ command, passed }) => [command, passed]))
  return status === 'complete' && last.size > 0 && [...last.values()].every((passed) => passed)
}

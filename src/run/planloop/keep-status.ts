import { jsonText } from '../../plan/diagnostics/json-text.ts'
import { putLossy } from '../../store/files/put-lossy.ts'
import { keptStatusPath, keptStatusText } from '../../store/planloop/plain/kept-status.ts'
import type { OpenSession } from '../../store/planloop/session-log.ts'
import { answerFor } from './answer-for.ts'
import { nextTask } from './next-task.ts'
import { witnessAt } from './witness.ts'

/**
 * Keeps what `status --json --compact` answers from now on, for the caller without a name, who asks in a moment. Where the
 * answer depends on the time, because of a claim, or on what a person has approved, there is nothing to keep.
 */
export async function keepStatus(open: OpenSession): Promise<void> {
  // What was to be changed is on the disk. That this could not be kept changes nothing about it.
  await keep(open).catch(() => {})
}

async function keep({ machine, place, log }: OpenSession): Promise<void> {
  const { state, end } = await log.read()
  if (state.needsApproval || state.plan.leases.size > 0) return
  const next = nextTask(state, {}, witnessAt(machine, machine.now()))
  const answer = await answerFor(machine, place, state, next, { compact: true })
  const text = keptStatusText(end, `${jsonText(answer, 2)}\n`)
  await putLossy(machine, keptStatusPath(place.directory), Buffer.from(text))
}

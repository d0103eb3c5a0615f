import { isFault } from '../../plan/diagnostics/fault.ts'
import type { StepReported } from '../../plan/records.ts'
import type { Step } from '../../plan/types.ts'
import type { StepEnd } from '../engine.ts'

/** How a step ended, with the commit that holds its work. Nobody reports on one that is kept, so we do. */
export function withCommit(end: StepEnd, step: Step, commit: string | undefined): StepEnd {
  const { records = [] } = end
  if (commit === undefined) return end
  if (records.some(({ type }) => type === 'step.result')) {
    return { ...end, records: records.map((one) => (one.type === 'step.result' ? { ...one, commit } : one)) }
  }
  const report: StepReported = {
    type: 'step.result',
    step: step.id,
    agent: step.agent ?? 'unknown',
    text: 'It was interrupted, kept as it was found, and verified.',
    files: [],
    commit,
  }
  return { ...end, records: [report, ...records] }
}

/** Of a step that cannot be taken up although it was done. What was reported and proven about it stays. */
export function failedBy(end: StepEnd, error: unknown): StepEnd {
  if (!isFault(error)) throw error
  return { ...end, status: 'failed', why: sentencesOf(error) }
}

/** What it says and what can be done about it. */
function sentencesOf({ diagnostics }: { readonly diagnostics: readonly { message: string; hint?: string }[] }): string {
  return diagnostics.map(({ message, hint }) => (hint === undefined ? message : `${message}. ${hint}`)).join('; ')
}

/** The same with where its work can be found. */
export function withPlace(end: StepEnd, kept: string | undefined): StepEnd {
  if (kept === undefined) return end
  return { ...end, why: end.why === undefined ? kept : `${end.why}; ${kept}` }
}

import { hasSessionShape, type SessionRecord } from '../../../../../dialects/planloop/records.ts'
import type { Style } from '../../../../../plan/diagnostics/terminal.ts'
import type { PlanRecord } from '../../../../../plan/records.ts'

/** What is said of a record that only sessions of planloop have; undefined for any other. */
export function loopWords(
  event: object,
): { readonly text: string; readonly style: Style; readonly said?: string } | undefined {
  // A log can come with a repository and say anything.
  if (!hasSessionShape(event)) return undefined
  const record = event as Exclude<SessionRecord, PlanRecord>
  switch (record.type) {
    case 'session.started':
      return { style: 'place', text: `the session is started by ${record.by}`, said: record.goal }
    case 'task.added':
      return { style: 'message', text: `${record.task.id}: added by ${record.by}: ${record.task.title}` }
    case 'task.changed':
      return { style: 'message', text: `${record.id}: ${Object.keys(record.to).join(', ')} changed by ${record.by}` }
    case 'signal.raised': {
      const { id, level, message } = record.signal
      const style = level === 'blocker' ? 'warning' : 'message'
      return { style, text: `signal ${id} (${level}) raised by ${record.by}`, said: message }
    }
    case 'signal.cleared':
      return { style: 'info', text: `signal ${record.id} cleared by ${record.by}` }
    case 'session.summary':
      return { style: 'info', text: `final summary by ${record.by}`, said: record.text }
  }
  return undefined
}

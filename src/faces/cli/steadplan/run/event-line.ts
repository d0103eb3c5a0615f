import { visible } from '../../../../plan/diagnostics/visible.ts'
import { stepWords } from '../../../../plan/step-status.ts'
import { durationText } from '../../../../run/duration-text.ts'
import type { RunEvent } from '../../../../run/events.ts'
import { clipped } from '../../clipped.ts'
import type { Terminal } from '../../terminal.ts'
import { stepSymbol } from '../look/step-mark.ts'
import { lastLine } from './picture.ts'

/** One line about an event; undefined for what says nothing to a person. */
export function eventLine(
  event: RunEvent,
  durationMs: number | undefined,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): string | undefined {
  const id = visible(event.step)
  const cut = (text: string): string => clipped(text, Math.max(width - 1, 40))
  switch (event.type) {
    case 'begun':
      return cut(`${stepSymbol('in_progress')} ${id} begun`)
    case 'update': {
      const said = lastLine(event.update.text)
      if (event.update.kind === 'refused') return paint.out('warning', cut(`! ${id}: ${said}`))
      return said === '' || event.update.kind === 'thought' ? undefined : cut(`  ${id}: ${said}`)
    }
    case 'output': {
      const printed = lastLine(event.text)
      return printed === '' ? undefined : cut(`  ${id}: ${printed}`)
    }
    case 'verifying':
      return cut(`  ${id}: verifying: ${event.command}`)
    case 'verified':
      return cut(`  ${id}: ${event.passed ? 'passed' : 'did not pass'}: ${event.command}`)
    case 'held':
      return paint.out('warning', cut(`? ${id} waits: ${event.why}`))
    case 'doomed':
      return cut(`${stepSymbol('skipped')} ${id} is passed over, because ${event.because} failed`)
    case 'ended': {
      const after = durationMs === undefined ? '' : ` after ${durationText(durationMs)}`
      const why = event.why === undefined || event.status === 'complete' ? '' : `: ${event.why}`
      const line = cut(`${stepSymbol(event.status)} ${id} ${stepWords[event.status]}${after}${why}`)
      return event.status === 'complete' ? line : paint.out(event.status === 'failed' ? 'error' : 'warning', line)
    }
  }
}

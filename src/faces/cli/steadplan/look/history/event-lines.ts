import type { AtomicStage } from '../../../../../plan/action-records.ts'
import type { Style } from '../../../../../plan/diagnostics/terminal.ts'
import { type StepStatus, stepWords } from '../../../../../plan/step-status.ts'
import { clipped } from '../../../clipped.ts'
import { counted } from '../../../counted.ts'
import { momentText } from '../../../moment.ts'
import type { Terminal } from '../../../terminal.ts'
import { proseLines } from '../prose.ts'
import { loopWords } from './loop-words.ts'
import type { Event } from './timeline.ts'

/** `2026-11-16 09:12  version 3 by ann: …`, and below it what was said. */
export function eventLines(event: Event, { paint, width }: Terminal): string[] {
  const { text, style, said } = wordsOf(event)
  const room = Math.max(width - '2026-11-16 09:12  '.length, 40)
  return [
    `${paint.out('label', momentText(event.at))}  ${paint.out(style, clipped(text, room))}`,
    ...(said === undefined ? [] : proseLines(said, { indent: ' '.repeat(20), most: 20 })),
  ]
}

interface Words {
  readonly text: string
  readonly style: Style
  readonly said?: string
}

function wordsOf(event: Event): Words {
  switch (event.type) {
    case 'version': {
      const why = event.why === undefined ? '' : ` (${event.why})`
      const changes = event.changes.length === 0 ? '' : `, ${counted(event.changes.length, 'file')}`
      return { style: 'place', text: `version ${event.version} by ${event.by}${why}${changes}` }
    }
    case 'approval':
      return { style: 'info', text: `approved by ${event.by} (${event.channel}): version ${event.version}` }
    case 'plan.moved': {
      const text = `${event.from} → ${event.to} by ${event.by}`
      const style = event.event === 'reject' || event.event === 'fail' ? 'warning' : 'message'
      return { style, text, ...(event.why !== undefined && { said: event.why }) }
    }
    case 'step.moved': {
      const text = `${event.step}: ${stepWord(event.from)} → ${stepWord(event.to)} by ${event.by}`
      const style = event.to === 'failed' || event.to === 'interrupted' ? 'warning' : 'message'
      return { style, text, ...(event.why !== undefined && { said: event.why }) }
    }
    case 'note': {
      const where = event.step === undefined ? '' : ` on ${event.step}`
      return { style: 'message', text: `comment by ${event.by}${where}`, said: event.text }
    }
    case 'claims': {
      const parts = [
        ...(event.taken > 0 ? [`${event.taken} taken`] : []),
        ...(event.renewed > 0 ? [`${event.renewed} renewed`] : []),
        ...(event.ended > 0 ? [`${event.ended} ended`] : []),
      ]
      return { style: 'label', text: `claims: ${parts.join(', ')}` }
    }
    case 'step.approval':
      return { style: 'info', text: `${event.step}: approved by ${event.by} (${event.channel})` }
    case 'step.result': {
      const files = event.files.length === 0 ? '' : `, ${counted(event.files.length, 'file')} changed`
      return { style: 'message', text: `${event.step}: answer of ${event.agent}${files}`, said: event.text }
    }
    case 'action.ended': {
      const text = `${event.step}: ${event.kind} ${event.status}${event.why === undefined ? '' : `: ${event.why}`}`
      const said = [event.output, event.errors ?? ''].join('\n').trim()
      return { style: event.status === 'failed' ? 'warning' : 'message', text, ...(said !== '' && { said }) }
    }
    case 'process.ended': {
      const how = event.wasRunning ? 'was ended with the run' : `ended with ${event.exitCode ?? 'no code'}`
      return { style: 'message', text: `${event.step}: what ran in the background ${how}` }
    }
    case 'atomic':
      return { style: 'message', text: atomicTexts[event.is] }
    case 'file.taken-back':
      return { style: 'message', text: `${event.path} is as it was before` }
    case 'receipt': {
      const text = `${event.step}: ${event.passed ? 'passed' : 'did not pass'}: ${event.command}`
      return event.passed ? { style: 'info', text } : { style: 'warning', text, said: event.output }
    }
  }
  // Of planloop, or from a later version.
  const { type } = event as { readonly type: unknown }
  return loopWords(event) ?? { style: 'label', text: `something that this version does not know: ${String(type)}` }
}

const atomicTexts: Readonly<Record<AtomicStage, string>> = {
  begun: 'from here on files are changed all together, or not at all',
  kept: 'what was changed in files is kept',
  'taking back': 'what was changed in files is taken back',
  'taken back': 'files are as they were',
}

/** A log can come with a repository and say anything. */
function stepWord(status: StepStatus): string {
  return Object.hasOwn(stepWords, status) ? stepWords[status] : status
}

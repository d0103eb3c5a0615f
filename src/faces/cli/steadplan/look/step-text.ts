import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { ReceiptWritten, StepReported } from '../../../../plan/records.ts'
import { stepWords } from '../../../../plan/step-status.ts'
import type { Step } from '../../../../plan/types.ts'
import { clipped } from '../../clipped.ts'
import { counted } from '../../counted.ts'
import { momentText } from '../../moment.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import { actionLines } from '../decide/action-lines.ts'
import { consentTexts } from './consent-texts.ts'
import { proseLines } from './prose.ts'
import type { ShownPlan } from './show.ts'
import { stepMark } from './step-mark.ts'

/** One step in full, line by line. */
export function stepText(shown: ShownPlan, step: Step, { paint, width }: Terminal): string[] {
  const { plan, comments } = shown
  const own = comments.filter((comment) => comment.step === step.id)
  return [
    paint.out('place', clipped(step.title, width * 3)),
    `${visible(step.id)}  ${stepMark(plan.statusOf(step.id), paint.out)}  ${visible(step.place?.file ?? '')}`,
    '',
    ...table([...happened(shown, step), ...fields(shown, step)]).split('\n'),
    ...(step.subtasks === undefined ? [] : ['', ...step.subtasks.map((one) => `- ${visible(one)}`)]),
    '',
    ...bodyLines(plan, step, paint.out),
    ...said(shown, step),
    ...own.flatMap(({ by, at, text }) => [
      '',
      `${visible(by)}, ${momentText(at)}:`,
      ...proseLines(text, { indent: '  ' }),
    ]),
  ]
}

/** Of a list of actions each step is one of them. */
function bodyLines({ actions, list }: ShownPlan['plan'], step: Step, paint: Terminal['paint']['out']): string[] {
  const own = actions.get(step.id)
  const asks = consentTexts(own).map((text) => paint('warning', visible(text)))
  const does = own === undefined ? [] : actionLines(own, { paint, most: mostOfFile })
  // The title says what the first line would.
  if (list !== undefined && own !== undefined) return [...asks, ...does.slice(1)]
  return [...proseLines(step.text), ...asks, ...(does.length === 0 ? [] : ['', 'What it does:', ...does])]
}

const mostOfFile = 400

/** The end of what whoever worked on it last had to say. */
function said({ stories }: ShownPlan, { id }: Step): string[] {
  const result = stories.get(id)?.result
  if (result === undefined || result.text.trim() === '') return []
  return ['', `${visible(result.agent)} said:`, ...proseLines(result.text.trim(), { indent: '  ' }).slice(-mostSaid)]
}

const mostSaid = 20

function happened({ plan, stories }: ShownPlan, { id }: Step): string[][] {
  const { state, standing } = plan
  const moved = state.steps.get(id)
  const story = stories.get(id)
  return [
    ['approved', approvalWord(standing.is, standing.covers(id))],
    ...(moved === undefined ? [] : [['since', `${momentText(moved.at)}, by ${visible(moved.by)}`]]),
    ...(moved?.why === undefined ? [] : [['because', clipped(moved.why, 500)]]),
    ...(moved === undefined || moved.attempts === 0 ? [] : [['begun', counted(moved.attempts, 'time')]]),
    ...(story?.result === undefined ? [] : worked(story.result)),
    ...(story?.receipts ?? []).map((receipt, at) => [at === 0 ? 'receipts' : '', receiptText(receipt)]),
  ]
}

function worked({ agent, conversation, files, commit }: StepReported): string[][] {
  const where = conversation === undefined ? '' : `, conversation ${visible(conversation)}`
  return [
    ['done by', visible(agent) + where],
    ...(commit === undefined ? [] : [['commit', visible(commit)]]),
    ...(files.length === 0 ? [] : [['changed', some(files.map((file) => visible(file)))]]),
  ]
}

function receiptText({ command, passed, why, commit }: ReceiptWritten): string {
  const ending = passed ? 'passed' : `did not pass (${visible(why ?? 'no reason given')})`
  return `${visible(command)} ${ending}${commit === undefined ? '' : ` at ${visible(commit.slice(0, 12))}`}`
}

function approvalWord(is: ShownPlan['plan']['standing']['is'], isCovered: boolean): string {
  if (isCovered) return 'yes'
  return is === 'partial' ? 'no, it changed since the approval' : 'no'
}

function fields({ plan }: ShownPlan, step: Step): string[][] {
  const { steps } = plan.reading.plan
  const ids = new Set(steps.map(({ id }) => id))
  const state = (id: string) => `${visible(id)} (${ids.has(id) ? stepWords[plan.statusOf(id)] : 'no such step'})`
  const before = steps.filter((other) => other.dependsOn.includes(step.id)).map(({ id }) => visible(id))
  return [
    ['after', step.dependsOn.map(state).join(', ') || 'nothing'],
    ['before', some(before)],
    ...(step.agent === undefined ? [] : [['agent', visible(step.agent)]]),
    ...(step.approval === undefined ? [] : [['asks', 'for a yes of its own']]),
    ...(step.priority === undefined ? [] : [['priority', String(step.priority)]]),
    ...(step.timeoutMs === undefined ? [] : [['timeout', `${step.timeoutMs / 1000} s`]]),
    ...(step.tags === undefined ? [] : [['tags', visible(step.tags.join(', '))]]),
    ...(plan.list ? [] : (step.files ?? [])).map((file, at) => [at === 0 ? 'files' : '', visible(file)]),
    ...(step.verify ?? []).map((command, at) => [at === 0 ? 'verify' : '', visible(command)]),
  ]
}

const mostNamed = 20

function some(ids: readonly string[]): string {
  const more = ids.length - mostNamed
  return ids.length === 0 ? 'nothing' : ids.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

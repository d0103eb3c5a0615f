import type { DoomedStep } from '../plan/graph/doom.ts'
import { runLease } from '../plan/lease-names.ts'
import type { PlanStatus } from '../plan/lifecycle.ts'
import type { PlanRecord, ReceiptWritten } from '../plan/records.ts'
import type { Logged } from '../plan/state.ts'
import { stepWords } from '../plan/step-status.ts'
import type { Plan, StepId } from '../plan/types.ts'
import { durationText } from './duration-text.ts'
import { codeCell, codeSpan, fenced, plainText } from './markdown.ts'
import { durationOf, isProven, type StepStory, storiesOf } from './step-story.ts'

export interface ReportInput {
  readonly name: string
  readonly plan: Plan
  /** Everything that ever happened to the plan. */
  readonly records: readonly Logged<PlanRecord>[]
  readonly outcome: {
    readonly status: PlanStatus
    readonly held: ReadonlyMap<StepId, string>
    readonly doomed: readonly DoomedStep[]
    readonly why?: string
  }
}

/** What came of a plan so far, in Markdown, for whoever was not there. */
export function reportOf(input: ReportInput): string {
  const stories = storiesOf(input.records)
  const parts = [
    [`# ${plainText(input.plan.title) || plainText(input.name)}`],
    facts(input),
    stepTable(input.plan, stories),
    totals(input.plan, stories),
    notDone(input, stories),
    changedFiles(input.plan, stories),
    refusals(input.plan, stories),
    receipts(input.plan, stories),
  ]
  return `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`
}

/** So many rows of one kind are told; of the rest, how many there are. */
const mostRows = 1000
const mostReceipts = 200

function facts({ name, records, outcome }: ReportInput): string[] {
  const began = records.findLast((one) => one.type === 'lease.taken' && one.on === runLease)
  const approval = records.findLast((one) => one.type === 'approval')
  const last = records.at(-1)
  const ms = began && last ? Date.parse(last.at) - Date.parse(began.at) : Number.NaN
  const why = outcome.why === undefined ? '' : `: ${plainText(outcome.why)}`
  return [
    `- Plan: ${codeSpan(name)}`,
    `- Outcome: **${outcome.status.replace('_', ' ')}**${why}`,
    ...(approval?.type === 'approval'
      ? [`- Approved: by ${plainText(approval.by)}, ${moment(approval.at)} (version ${approval.version})`]
      : []),
    ...(began?.type === 'lease.taken' ? [`- Carried out: by ${plainText(began.holder)}`] : []),
    ...(began && last
      ? [`- Time: ${moment(began.at)} to ${moment(last.at)}${ms >= 0 ? ` (${durationText(ms)})` : ''}`]
      : []),
  ]
}

/** In the time of Greenwich: a report is read elsewhere, too. */
export function moment(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return plainText(at.slice(0, 40))
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function stepTable({ steps }: Plan, stories: ReadonlyMap<StepId, StepStory>): string[] {
  const rows = steps.slice(0, mostRows).map(({ id, title }) => {
    const story = stories.get(id)
    const ms = story && durationOf(story)
    const cells = [
      codeCell(id),
      plainText(title),
      stepWords[story?.status ?? 'pending'] + (story && story.attempts > 1 ? ` (attempt ${story.attempts})` : ''),
      plainText(story?.result?.agent ?? ''),
      ms === undefined ? '' : durationText(ms),
      story === undefined ? '' : provenWord(story),
      story === undefined ? '' : costText(story.cost, story.currency),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '## Steps',
    '',
    '| Step | Title | State | Agent | Time | Proven | Cost |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    ...andMore(steps.length, mostRows, 'steps'),
  ]
}

function provenWord(story: StepStory): string {
  if (isProven(story)) return 'yes'
  return story.receipts.length > 0 || story.status === 'complete' ? 'no' : ''
}

function costText(cost: number | undefined, currency = ''): string {
  return cost === undefined ? '' : `${Number(cost.toFixed(4))} ${plainText(currency)}`.trim()
}

function totals({ steps }: Plan, stories: ReadonlyMap<StepId, StepStory>): string[] {
  const told = steps.flatMap(({ id }) => stories.get(id) ?? [])
  const done = told.filter(({ status }) => status === 'complete').length
  const sum = (of: (story: StepStory) => number | undefined) => told.reduce((all, one) => all + (of(one) ?? 0), 0)
  const tokens = sum(({ result }) => result?.inputTokens) + sum(({ result }) => result?.outputTokens)
  // Amounts in different currencies make no sum.
  const currencies = [...new Set(told.flatMap(({ cost, currency }) => (cost === undefined ? [] : [currency])))]
  const costs = currencies.map((currency) =>
    costText(
      sum((one) => (one.currency === currency ? one.cost : 0)),
      currency,
    ),
  )
  return [
    '## Totals',
    '',
    `- ${done} of ${steps.length} steps done, ${told.filter(isProven).length} proven`,
    `- Time of all steps together: ${durationText(sum(durationOf))}`,
    ...(tokens > 0 ? [`- Tokens of the last attempts, as far as agents told: ${tokens}`] : []),
    ...(costs.length > 0 ? [`- Cost, as far as agents told: ${costs.join(', ')}`] : []),
  ]
}

function notDone({ plan, outcome }: ReportInput, stories: ReadonlyMap<StepId, StepStory>): string[] {
  const doomed = new Map(outcome.doomed.map(({ id, because }) => [id, because]))
  const lines = plan.steps.flatMap(({ id }) => {
    const { status = 'pending', why } = stories.get(id) ?? {}
    if (status === 'complete') return []
    const because = doomed.get(id)
    const reason = because === undefined ? (outcome.held.get(id) ?? why) : undefined
    const words = because === undefined ? plainText(reason ?? '') : `passed over because ${codeSpan(because)} failed`
    return [`- ${codeSpan(id)} ${stepWords[status]}${words && `: ${words}`}`]
  })
  if (lines.length === 0) return []
  return ['## What was not done, and why', '', ...lines.slice(0, mostRows), ...andMore(lines.length, mostRows, 'steps')]
}

function changedFiles({ steps }: Plan, stories: ReadonlyMap<StepId, StepStory>): string[] {
  const lines = steps.flatMap(({ id }) =>
    (stories.get(id)?.result?.files ?? []).map((file) => `- ${codeSpan(file)} (${codeSpan(id)})`),
  )
  if (lines.length === 0) return []
  return [
    '## Files that changed while a step was worked on',
    '',
    ...lines.slice(0, mostRows),
    ...andMore(lines.length, mostRows, 'files'),
  ]
}

function refusals({ steps }: Plan, stories: ReadonlyMap<StepId, StepStory>): string[] {
  const lines = steps.flatMap(({ id }) =>
    (stories.get(id)?.result?.refusals ?? []).map((refusal) => `- ${codeSpan(id)}: ${plainText(refusal)}`),
  )
  if (lines.length === 0) return []
  return ['## What was refused', '', ...lines.slice(0, mostRows), ...andMore(lines.length, mostRows, 'refusals')]
}

/** Those that did not pass come first: they are what is looked for. */
function receipts({ steps }: Plan, stories: ReadonlyMap<StepId, StepStory>): string[] {
  const all = steps.flatMap(({ id }) => stories.get(id)?.receipts ?? [])
  if (all.length === 0) return []
  const ordered = [...all.filter(({ passed }) => !passed), ...all.filter(({ passed }) => passed)]
  return [
    '## Receipts',
    '',
    ordered.slice(0, mostReceipts).map(receipt).join('\n\n'),
    ...andMore(all.length, mostReceipts, 'receipts'),
  ]
}

function receipt({ step, command, passed, why, durationMs, output, commit }: ReceiptWritten): string {
  const end = passed ? 'passed' : `did not pass (${plainText(why ?? 'no reason given')})`
  const at = commit === undefined ? '' : `, at commit ${codeSpan(commit.slice(0, 12))}`
  const line = `${codeSpan(step)}: ${codeSpan(command)} ${end} after ${durationText(durationMs)}${at}`
  return output === '' ? line : `${line}\n\n${fenced(output)}`
}

function andMore(count: number, most: number, noun: string): string[] {
  return count > most ? ['', `… and ${count - most} more ${noun}`] : []
}

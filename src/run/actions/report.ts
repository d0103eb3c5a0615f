import type { Action, TeddyPlan } from '../../dialects/teddy/plan.ts'
import { codes } from '../../plan/diagnostics/codes.ts'
import type { PlanStatus } from '../../plan/lifecycle.ts'
import type { PlanRecord } from '../../plan/records.ts'
import type { Logged } from '../../plan/state.ts'
import { durationText } from '../duration-text.ts'
import { codeCell, codeSpan, plainText } from '../markdown.ts'
import { moment } from '../report.ts'
import { type ActionHistory, historyOf } from './history.ts'
import type { ActionOutcome } from './outcomes.ts'
import { outputParts } from './report/outputs.ts'
import type { TakenBack } from './taken-back.ts'

export interface TeddyReportInput {
  /** As people call the plan. */
  readonly name: string
  readonly plan: TeddyPlan
  readonly status: PlanStatus
  /** Why it ended before its end. */
  readonly why?: string
  /** With texts as long as they are kept. */
  readonly actions: readonly ActionOutcome[]
  readonly records: readonly Logged<PlanRecord>[]
  readonly takenBack?: TakenBack
}

/**
 * What came of a plan, in Markdown, for the person and for whoever writes the next plan. Text of others stands between
 * fences or is escaped, so that nothing of it can be taken for a word of ours; of what is not seen, only tabs are left.
 */
export function teddyReport(input: TeddyReportInput): string {
  const parts = [
    [`# Report: ${plainText(input.plan.title.value) || plainText(input.name)}`],
    facts(input),
    actionTable(input),
    whatWentWrong(input),
    leftOut(input),
    putBack(input),
    ...outputParts(input.plan, input.actions),
  ]
  const texts = parts.filter((part) => part.length > 0).map((part) => part.join('\n'))
  return `${texts.join('\n\n')}\n`
}

function facts({ name, status, why, actions, records }: TeddyReportInput): string[] {
  const approval = records.findLast((one) => one.type === 'approval')
  return [
    `- Plan: ${codeSpan(name)}`,
    `- Status: **${statusWord(status)}**${because(actions, why)}`,
    ...(approval?.type === 'approval' ? [`- Approved: by ${plainText(approval.by)}, ${moment(approval.at)}`] : []),
    ...timeLine(actions),
    `- Actions: ${counts(actions, historyOf(records)).join(', ')}`,
  ]
}

function statusWord(status: PlanStatus): string {
  return status === 'stalled' ? 'stopped' : status.replace('_', ' ')
}

function because(actions: readonly ActionOutcome[], why: string | undefined): string {
  const failed = actions.filter(isAtFault).map(({ position }) => position)
  if (failed.length > 0) return `: action ${failed.join(', ')} failed`
  return why === undefined ? '' : `: ${plainText(why)}`
}

function isAtFault({ status, allowed }: ActionOutcome): boolean {
  return status === 'failed' && allowed !== true
}

/** From the first beginning to the last end, as far as they are known. */
function timeLine(actions: readonly ActionOutcome[]): string[] {
  const times = actions.flatMap(({ startedAt, durationMs = 0 }) => {
    const start = startedAt === undefined ? Number.NaN : Date.parse(startedAt)
    return Number.isNaN(start) ? [] : [{ start, end: start + durationMs }]
  })
  if (times.length === 0) return []
  const from = Math.min(...times.map(({ start }) => start))
  const to = Math.max(...times.map(({ end }) => end))
  const [began, ended] = [from, to].map((ms) => moment(new Date(ms).toISOString()))
  return [`- Time: ${began} to ${ended} (${durationText(to - from)})`]
}

function counts(actions: readonly ActionOutcome[], history: ActionHistory): string[] {
  const count = (status: ActionOutcome['status']) => actions.filter((one) => one.status === status).length
  const approved = actions.filter(({ step }) => {
    const status = history.steps.get(step)?.status ?? 'pending'
    return status !== 'skipped' && (status !== 'pending' || history.isChosen(step))
  })
  const others = (['interrupted', 'waiting'] as const).filter((status) => count(status) > 0)
  return [
    `${actions.length} in all`,
    `${approved.length} approved`,
    `${count('skipped')} skipped`,
    `${count('succeeded')} succeeded`,
    `${count('failed')} failed`,
    ...others.map((status) => `${count(status)} ${status}`),
  ]
}

function actionTable({ actions }: TeddyReportInput): string[] {
  const rows = actions.map((one) => {
    const time = one.durationMs === undefined ? '' : durationText(one.durationMs)
    return `| ${one.position} | ${codeCell(one.title)} | ${stateText(one)} | ${time} |`
  })
  return ['## Actions', '', '| # | Action | State | Time |', '|---|---|---|---|', ...rows]
}

function stateText({ status, allowed, exitCode, background }: ActionOutcome): string {
  const notes = [
    ...(allowed ? ['which the plan allows'] : []),
    ...(exitCode === undefined ? [] : [`exit code ${exitCode ?? 'none'}`]),
    ...(background === undefined ? [] : [background]),
  ]
  return notes.length === 0 ? status : `${status} (${notes.join(', ')})`
}

function whatWentWrong({ plan, actions }: TeddyReportInput): string[] {
  const wrong = actions.filter((one) => isAtFault(one) || one.status === 'interrupted')
  if (wrong.length === 0) return []
  const lines = wrong.flatMap((one) => {
    const { position, title, status, why = 'no reason is known' } = one
    const action = plan.actions.find((other) => other.position === position)
    return [`- Action ${position}, ${codeSpan(title)}, ${status}: ${plainText(why)}`, `  - ${advice(action, one)}`]
  })
  return ['## What went wrong', '', ...lines]
}

/** What to do about it: what the code says that a reason begins with, where it does. */
function advice(action: Action | undefined, { status, why = '' }: ActionOutcome): string {
  if (status === 'interrupted') return 'How far it came is not known. Look at what it left before it is done again.'
  const code = /^[A-Z_]{1,60}(?=: )/.exec(why)?.[0] ?? ''
  if (Object.hasOwn(codes, code)) return plainText(codes[code as keyof typeof codes].next)
  if (action?.kind !== 'EXECUTE') return 'Look at the reason, and plan it in another way.'
  return 'Look below at what it printed, and correct the command or what it works on.'
}

function leftOut({ actions }: TeddyReportInput): string[] {
  const skipped = actions.filter(({ status }) => status === 'skipped' || status === 'waiting')
  if (skipped.length === 0) return []
  const lines = skipped.map(({ position, title, status, why }) => {
    const reason = why ?? (status === 'waiting' ? 'its turn has not come' : 'no reason is known')
    return `- Action ${position}, ${codeSpan(title)}: ${plainText(reason)}`
  })
  return ['## What was left out', '', ...lines]
}

function putBack({ takenBack }: TeddyReportInput): string[] {
  if (takenBack === undefined) return []
  const { why, files, aside, commands } = takenBack
  const lines = files.map((file) => {
    const kept = aside.get(file)
    const note =
      kept === undefined ? '' : `; what somebody else had put there is kept as ${codeSpan(kept.slice(0, 12))}`
    return `- ${codeSpan(file)}${note}`
  })
  const head = `All changes were to be made together, or none of them: ${plainText(why) || 'not all could be made'}.`
  const ran = [...new Set(commands.map(({ action }) => action))].join(', ')
  const beside = `What the commands of action ${ran} did elsewhere than in these files is not taken back.`
  return [
    '## Files that are as they were before',
    '',
    head,
    ...(lines.length > 0 ? ['', ...lines] : []),
    ...(ran === '' ? [] : ['', beside]),
  ]
}

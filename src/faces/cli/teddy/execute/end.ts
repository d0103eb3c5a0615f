import type { TeddyPlan } from '../../../../dialects/teddy/plan.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { PlanStatus } from '../../../../plan/lifecycle.ts'
import type { ActionOutcome } from '../../../../run/actions/outcomes.ts'
import { teddyReport } from '../../../../run/actions/report.ts'
import type { TakenBack } from '../../../../run/actions/taken-back.ts'
import { withWholeTexts } from '../../../../run/actions/whole-texts.ts'
import { durationText } from '../../../../run/duration-text.ts'
import { applyTurn } from '../../../../run/teddy/apply-turn.ts'
import type { PlanPlace } from '../../../../store/content/place.ts'
import { readRecords } from '../../../../store/plan-log.ts'
import { pathOf } from '../../../../store/plans/found-plan.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import { exitCodes } from '../../exit-codes.ts'
import { sessionJson } from '../session/session-json.ts'
import { tellSession } from '../session/tell.ts'
import type { Here } from './here.ts'
import { giveReport } from './report.ts'
import { commandFor, type PlanSource } from './source.ts'

export interface Ended {
  readonly plan: TeddyPlan
  readonly place: PlanPlace
  readonly status: PlanStatus
  readonly why?: string
  readonly actions: readonly ActionOutcome[]
  readonly takenBack?: TakenBack
  /** Absent when nothing was left to do. */
  readonly durationMs?: number
  readonly signal?: number
}

/** Reports what came of a plan, ends the turn that it belongs to, and says what is next. */
export async function endExecution(here: Here, source: PlanSource, ended: Ended): Promise<number> {
  const { machine, terminal, options } = here
  const { place, status, why, actions, takenBack, durationMs } = ended
  const name = pathOf(source.found)
  const whole = await withWholeTexts(machine, place, actions)
  const text = teddyReport({ ...ended, name, actions: whole, records: await readRecords(machine, place) })
  const report = await giveReport(here, source, text)
  const session = await nextSession(here, source, ended, text)
  if (options.json) {
    const told = {
      type: 'outcome',
      plan: name,
      status,
      ...(why !== undefined && { why }),
      counts: countsOf(actions),
      actions: whole,
      ...(takenBack && { takenBack: { ...takenBack, aside: Object.fromEntries(takenBack.aside) } }),
      ...(report.file !== undefined && { report: report.file }),
      ...(session && { session: await sessionJson(here, session, session.name) }),
      ...(durationMs !== undefined && { durationMs: Math.round(durationMs) }),
    }
    terminal.out(`${jsonText(told)}\n`)
  } else await tellEnd(here, source, ended, { session, file: report.file })
  return exitCode(ended, options.only)
}

/** A turn has ended when all of its plan has. What was left out on purpose can still be carried out in it. */
async function nextSession(
  { machine, place, lock, options }: Here,
  { session }: PlanSource,
  { plan, status, actions }: Ended,
  report: string,
): Promise<TeddySession | undefined> {
  const isOver = status === 'completed' || (status === 'failed' && options.only === undefined)
  if (session === undefined || !isOver) return undefined
  const { name, last } = session
  return applyTurn(machine, place, { session: name, turn: last.number, plan, outcomes: actions, report }, lock)
}

function countsOf(actions: readonly ActionOutcome[]): Readonly<Record<ActionOutcome['status'], number>> {
  const count = (status: ActionOutcome['status']) => actions.filter((one) => one.status === status).length
  return {
    succeeded: count('succeeded'),
    failed: count('failed'),
    skipped: count('skipped'),
    interrupted: count('interrupted'),
    waiting: count('waiting'),
  }
}

interface Told {
  readonly session: TeddySession | undefined
  readonly file: string | undefined
}

async function tellEnd(here: Here, source: PlanSource, ended: Ended, { session, file }: Told): Promise<void> {
  const { beside } = here
  const { status, actions, durationMs, takenBack } = ended
  const { succeeded, ...others } = countsOf(actions)
  const rest = Object.entries(others).flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : []))
  const isDone = status === 'completed'
  const word = isDone ? 'is done' : status === 'failed' ? 'failed' : 'was stopped'
  const counts = [`${succeeded} of ${actions.length} succeeded`, ...rest].join(', ')
  const time = durationMs === undefined ? 'before' : `in ${durationText(durationMs)}`
  const line = `${visible(source.name)} ${word}: ${counts}, ${time}`
  const lines = [
    beside.paint.out(isDone ? 'info' : 'warning', line),
    ...(takenBack
      ? [`Put back as they were: ${takenBack.files.map((one) => visible(one)).join(', ') || 'no file'}`]
      : []),
    ...(file === undefined ? [] : [`Report: ${visible(file)}`]),
    ...(session === undefined ? nextLines(here, source, ended) : []),
  ]
  beside.out(`\n${lines.join('\n')}\n`)
  if (session !== undefined) await tellSession(beside, here, session)
}

function nextLines(here: Here, source: PlanSource, { status, actions }: Ended): string[] {
  const command = commandFor(here, source)
  if (status === 'completed') {
    const left = actions.filter(({ status: one }) => one === 'skipped').map(({ position }) => position)
    if (left.length > 0) return [`To carry out what was left out: ${command} --only ${left.join(',')}`]
    return [`To carry it out once more: ${command} --again`]
  }
  return [`To go on: ${command}`]
}

function exitCode({ status, actions, signal }: Ended, only: readonly number[] | undefined): number {
  if (status === 'completed') return exitCodes.ok
  const isFine = ({ status: one, allowed }: ActionOutcome) =>
    one === 'succeeded' || one === 'skipped' || allowed === true
  const chosen = actions.filter(({ position }) => only?.includes(position))
  if (only !== undefined && signal === undefined && chosen.every(isFine)) return exitCodes.ok
  return signal ?? exitCodes.faults
}

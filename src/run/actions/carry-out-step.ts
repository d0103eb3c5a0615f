import type { Action } from '../../dialects/teddy/plan.ts'
import { titleOf } from '../../dialects/teddy/read-plan.ts'
import type { ActionEnded, ActionRecord } from '../../plan/action-records.ts'
import { Fault, isFault } from '../../plan/diagnostics/fault.ts'
import type { StepReported } from '../../plan/records.ts'
import type { PlanState } from '../../plan/state.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { PlanLog } from '../../store/plan-log.ts'
import type { StepEnd } from '../engine.ts'
import { fitEnd, fitList } from '../fit.ts'
import type { WorkOptions } from '../work.ts'
import type { Acting, ActingOptions } from './acting.ts'
import type { ActionStep } from './action-steps.ts'
import type { Background } from './background.ts'
import { carryOutAction } from './carry-out.ts'
import type { Prepared } from './prepare.ts'
import { type ActionResult, endedRecord } from './result.ts'

export interface StepActing extends ActingOptions {
  readonly work: WorkOptions
  readonly place: LogPlace
  readonly log: Pick<PlanLog, 'read'>
  readonly say: (record: ActionRecord) => Promise<void>
  readonly background: Background
  readonly isApart: boolean
  readonly hasOwnYes: (state: PlanState) => boolean
  /** Whether an action was done by an earlier attempt at the step. */
  readonly isDone: (action: Action) => boolean
  readonly prepare: () => Promise<Prepared | Fault>
}

/**
 * Carries out the actions of a step, one after the other, up to the first that fails. The end of each is in the log before
 * the next one begins, so that none is ever done twice.
 */
export async function carryOutStep({ step, actions }: ActionStep, acting: StepActing): Promise<StepEnd> {
  const { work, log, say, isDone } = acting
  const hasOwnYes = acting.hasOwnYes((await log.read()).state)
  const prepared = await acting.prepare().catch(asFault)
  if (prepared instanceof Fault) return { status: 'failed', why: prepared.message }
  const open = actions.filter((action) => !isDone(action))
  if (!hasOwnYes && prepared.consents.some(({ position }) => open.some((action) => action.position === position))) {
    return { status: 'failed', why: 'it does what the yes to the plan does not cover, and has no yes of its own' }
  }
  const ends: ActionEnded[] = []
  let unsaid: ActionEnded[] = []
  for (const [at, action] of open.entries()) {
    if (actions.length > 1) announce(action)
    const [result, took] = await timed(work, () => carryOutAction(action, actingFor(action, prepared, hasOwnYes)))
    const { status, why, allowed } = result
    if (status === 'interrupted') return ended({ status, ...(why !== undefined && { why }) }, result)
    const keeping = { machine: work.machine, place: acting.place, step: step.id, isApart: acting.isApart }
    const end = await endedRecord(keeping, action, { ...result, status }, took)
    ends.push(end)
    unsaid = [end]
    if (status === 'failed' && !allowed) return ended({ status, why: nameIt(action, why) })
    if (at === open.length - 1 && (step.verify ?? []).length === 0) break
    const unheard = await say(end).then(() => undefined, whyUnsaid)
    if (unheard !== undefined) return ended({ status: 'interrupted', why: unheard })
    unsaid = []
  }
  const why = ends.filter(({ allowed }) => allowed).map((one) => `it failed, which the plan allows: ${one.why}`)
  return ended({ status: 'complete', ...(why.length > 0 && { why: why.join('; ') }) })

  /** The end that is not in the log yet goes there together with that of the step. */
  function ended(end: StepEnd, cut?: ActionResult): StepEnd {
    return { ...end, records: [...unsaid, reportOf(step.id, actions, ends, cut)], cost: noCost }
  }

  function announce(action: Action): void {
    work.onEvent({ type: 'update', step: step.id, update: { kind: 'tool', text: titleOf(action) } })
  }

  function nameIt(action: Action, why = 'no reason given'): string {
    return actions.length > 1 ? `action ${action.position}, ${action.kind}: ${why}` : why
  }

  function actingFor(action: Action, { changes }: Prepared, isOwn: boolean): Acting {
    const { machine, cwd, env, watch, timeoutMs, cancel, onEvent } = work
    const { research, outputCap, chat, place, background, isApart } = acting
    return {
      machine,
      cwd,
      env,
      watch,
      timeoutMs,
      cancel,
      research,
      outputCap,
      place,
      step,
      say,
      background,
      isApart,
      ...(chat && { chat }),
      change: changes.get(action.position),
      hasOwnYes: isOwn,
      onOutput: (stream, text) => onEvent({ type: 'output', step: step.id, action: action.position, stream, text }),
    }
  }
}

/** What was done and is not in the log must not fail, and be done again. Who has lost the run has no more to say. */
function whyUnsaid(error: unknown): string {
  if (!isFault(error) || error.code === 'E_LEASE_LOST') throw error
  return error.message
}

/** Whoever watches what a run costs is told: nothing. */
const noCost = { amount: 0, currency: '' }

function asFault(error: unknown): Fault {
  if (isFault(error)) return error
  throw error
}

async function timed<T>(
  { machine }: WorkOptions,
  work: () => Promise<T>,
): Promise<[T, Pick<ActionEnded, 'beganAt' | 'durationMs'>]> {
  const began = machine.now()
  const answer = await work()
  const durationMs = Math.round(machine.now().monotonicMs - began.monotonicMs)
  return [answer, { beganAt: new Date(began.wallMs).toISOString(), durationMs }]
}

/** In a few lines, for whoever works on the next step. */
function reportOf(
  step: string,
  actions: readonly Action[],
  ends: readonly ActionEnded[],
  cut: ActionResult | undefined,
): StepReported {
  const lines = ends.flatMap(({ action, status, why, output, errors }) => {
    const about = titleOf(actions.find(({ position }) => position === action)!)
    const said = [output, errors ?? ''].map((text) => fitEnd(text.trimEnd(), mostSaid)).filter((text) => text !== '')
    return [`${about}: ${status}${why === undefined ? '' : ` (${why})`}`, ...said]
  })
  const rest = cut === undefined ? [] : [cut.output?.text ?? '', cut.errors?.text ?? ''].filter((text) => text !== '')
  const files = [...new Set([...ends.flatMap((one) => one.files), ...(cut?.files ?? [])])]
  const text = fitEnd([...lines, ...rest].join('\n'), mostText)
  return { type: 'step.result', step, agent: 'steadplan', text, files: fitList(files, mostText) }
}

const mostSaid = 2 * 1024
const mostText = 16 * 1024

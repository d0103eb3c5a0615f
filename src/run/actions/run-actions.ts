/**
 * The actions of one run: what they will do, whether they may, carrying them out, and what is left of them by a run that
 * died. The log, the order of steps, their approval and their ends are the engine's.
 */
import type { Action } from '../../dialects/teddy/plan.ts'
import type { ActionRecord } from '../../plan/action-records.ts'
import { checkLease, moveStep } from '../../plan/decisions.ts'
import { type Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import { runLease } from '../../plan/lease-names.ts'
import type { PlanRecord } from '../../plan/records.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import { isMet } from '../../plan/step-status.ts'
import type { Step, StepId } from '../../plan/types.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import { type PlanLog, readRecords } from '../../store/plan-log.ts'
import type { ApprovedPlan } from '../approved-plan.ts'
import type { StepEnd } from '../engine.ts'
import type { WorkOptions } from '../work.ts'
import type { ActingOptions } from './acting.ts'
import type { ActionStep, Sheet } from './action-steps.ts'
import { openBackground } from './background.ts'
import { carryOutStep } from './carry-out-step.ts'
import { type Ledger, readLedger } from './ledger.ts'
import { endLeftProcesses } from './left-processes.ts'
import { type Prepared, prepareActions } from './prepare.ts'
import { settleInterrupted } from './settle-interrupted.ts'
import { takeBack } from './take-back.ts'

export interface RunActions {
  /** Ends what a run that died left: its processes, what it was taking back, and what can be decided without a person. */
  recover(): Promise<void>
  /** Looks at what every action that is meant will do. Throws all that is wrong. */
  prepare(isMeant: (step: StepId) => boolean): Promise<void>
  /** Says in the log that changes are kept together, where that is wanted. */
  begin(): Promise<void>
  /** The same for a step that could not be looked at before its turn came. */
  prepareStep(step: StepId): Promise<void>
  /** Why a step may not begin: it does what its plan's yes does not cover. */
  refusal(state: PlanState, step: StepId): string | undefined
  /** Undefined for a step that has no actions. */
  carryOut(step: Step, work: WorkOptions): Promise<StepEnd> | undefined
  /** Takes what was in flight for done. Answers whether more of the step is to be done. */
  keep(step: StepId): Promise<boolean>
  /** Ends what runs in the background, and keeps or takes back what was changed. */
  conclude(isDone: boolean, why: string): Promise<void>
  /** For a run that ends by a fault. */
  close(): Promise<void>
}

/** What of a run is needed here. */
export interface ActionRun {
  readonly machine: Machine
  readonly place: LogPlace
  readonly log: PlanLog
  readonly token: number
  readonly by: string
  /** The real path of the project. */
  readonly cwd: string
  readonly approved: Pick<ApprovedPlan, 'reading' | 'hasOwnYes'>
  readonly acting?: ActingOptions
  /** Whether each step is worked on in a directory of its own, which begins anew with every attempt. */
  readonly isApart: boolean
}

/** Undefined when no step of the plan consists of actions. */
export function openRunActions(run: ActionRun, steps: ReadonlyMap<StepId, ActionStep>): RunActions | undefined {
  if (steps.size === 0) return undefined
  const { machine, place, log, token, by, cwd, approved, isApart, acting = noPorts } = run
  const background = openBackground()
  const prepared = new Map<Sheet, Prepared>()
  const unsound = new Map<Sheet, Fault>()
  let ledger: Ledger = readLedger([])

  const decide = (records: (state: PlanState) => readonly PlanRecord[]): Promise<void> =>
    log.decide((state) => {
      checkLease(state, runLease, token)
      return { records: records(state), answer: undefined }
    })
  const say = (record: ActionRecord): Promise<void> => decide(() => [record])
  const readAgain = async (): Promise<Ledger> => {
    ledger = readLedger(await readRecords(machine, place))
    return ledger
  }
  const isDone = (step: StepId, { position }: Action): boolean =>
    !isApart && ledger.done.get(step)?.has(position) === true
  const look = (sheet: Sheet, root: string, isMeant: (position: number) => boolean): Promise<Prepared> => {
    const { research, remembered } = acting
    return prepareActions(sheet, { machine, root, research, isMeant, ...(remembered && { remembered }) })
  }
  const left = ({ step, actions }: ActionStep) => {
    const open = new Set(actions.filter((action) => !isDone(step.id, action)).map(({ position }) => position))
    return (position: number): boolean => open.has(position)
  }

  async function takeBackGroup(why: string): Promise<void> {
    const { group } = await readAgain()
    if (group === undefined) return
    if (!group.isTakingBack) await say({ type: 'atomic', is: 'taking back', by, why })
    await takeBack(group, { machine, place, root: cwd, say })
    const taken = new Set(group.changes.map(({ step }) => step))
    await decide((state) => [
      ...[...taken].flatMap((step) => openedAgain(state, step, by, `taken back, because ${why}`)),
      { type: 'atomic', is: 'taken back', by, why },
    ])
    await readAgain()
  }

  /** What ran in the background, others may need: where the plan is gone on with, it is begun again. */
  async function beginAgainLater(): Promise<void> {
    const alone = [...ledger.beginAgain].filter((step) => steps.get(step)?.actions.length === 1)
    if (alone.length === 0) return
    await decide((state) => {
      if (approved.reading.plan.steps.every(({ id }) => isMet(stepStatus(state, id)))) return []
      return alone.flatMap((step) =>
        openedAgain(state, step, by, 'it ended with the run, and begins again with the next'),
      )
    })
  }

  return {
    async recover() {
      await readAgain()
      if (isApart && ledger.group !== undefined) throw elsewhere()
      await endLeftProcesses(machine, ledger, { place, say })
      if (!isApart) await settleInterrupted({ machine, root: cwd, steps, ledger, by, decide, log })
      const { group } = await readAgain()
      await beginAgainLater()
      if (group?.isTakingBack) await takeBackGroup(group.why)
    },
    async prepare(isMeant) {
      if (isApart) return
      for (const sheet of new Set([...steps.values()].map((one) => one.sheet))) {
        // What others do before its turn comes decides what a step among them will find.
        if (sheet.step !== undefined) continue
        const ids = [...steps.keys()]
        prepared.set(sheet, await look(sheet, cwd, (position) => isMeant(ids[position - 1]!)))
      }
    },
    async begin() {
      if (acting.atomic && !isApart && ledger.group === undefined) await say({ type: 'atomic', is: 'begun', by })
    },
    async prepareStep(step) {
      const one = steps.get(step)
      if (one === undefined || isApart || one.sheet.step === undefined) return
      prepared.delete(one.sheet)
      unsound.delete(one.sheet)
      try {
        prepared.set(one.sheet, await look(one.sheet, cwd, left(one)))
      } catch (error) {
        if (!isFault(error)) throw error
        unsound.set(one.sheet, error)
      }
    },
    refusal(state, step) {
      const one = steps.get(step)
      const consents = (one && prepared.get(one.sheet)?.consents) ?? []
      const own = consents.filter(({ position }) => one?.actions.some((action) => action.position === position))
      if (own.length === 0 || approved.hasOwnYes(state, step)) return undefined
      return `it waits for a yes of its own: ${own.map(({ what }) => what).join(', ')}`
    },
    carryOut(step, work) {
      const one = steps.get(step.id)
      if (one === undefined) return undefined
      const known = unsound.get(one.sheet) ?? prepared.get(one.sheet)
      return carryOutStep(one, {
        ...acting,
        work,
        place,
        log,
        say,
        background,
        isApart,
        hasOwnYes: (state) => approved.hasOwnYes(state, step.id),
        isDone: (action) => isDone(step.id, action),
        prepare: async () => known ?? look(one.sheet, work.cwd, left(one)),
      })
    },
    async keep(step) {
      const one = steps.get(step)
      if (one === undefined) return false
      if (isApart) return one.actions.length > 1
      const [action, ...more] = one.actions.filter((other) => !isDone(step, other))
      if (action !== undefined) await say(keptAsItWas(step, action, machine))
      await readAgain()
      return more.length > 0
    },
    async conclude(isAll, why) {
      await background.end()
      const { group } = await readAgain()
      await beginAgainLater()
      if (group === undefined) return
      if (isAll) await say({ type: 'atomic', is: 'kept', by })
      else await takeBackGroup(why)
    },
    close: () => background.drop(),
  }
}

const noPorts: ActingOptions = { research: { url: '', command: '' }, outputCap: 256 * 1024 }

function elsewhere(): Fault {
  const message = 'a run that keeps its changes together was cut off, and its changes are in the project itself'
  return fault('E_TAKE_BACK', message, { hint: 'Run the plan once without `--worktree`.' })
}

function openedAgain(state: PlanState, step: StepId, by: string, why: string): PlanRecord[] {
  const status = stepStatus(state, step)
  return status === 'complete' || status === 'interrupted' ? moveStep(state, step, 'pending', by, { why }) : []
}

function keptAsItWas(step: StepId, { position: action, kind }: Action, machine: Machine): ActionRecord {
  const beganAt = new Date(machine.now().wallMs).toISOString()
  const why = 'kept as it was found after an interruption'
  const nothing = { output: '', outputBytes: 0, durationMs: 0, files: [] }
  return { type: 'action.ended', step, action, kind, status: 'succeeded', why, beganAt, ...nothing }
}

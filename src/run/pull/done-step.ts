/**
 * Somebody says that a step is done. The engine runs the step's commands itself, and only when all of them pass the step
 * is done; when one does not, what it wrote is kept and the step stays with its holder.
 */
import { endLease, moveStep, renewLease, takeLease } from '../../plan/decisions.ts'
import { fault, isFault } from '../../plan/diagnostics/fault.ts'
import type { Instant } from '../../plan/lease.ts'
import { stepLease } from '../../plan/lease-names.ts'
import type { PlanRecord, ReceiptWritten } from '../../plan/records.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import { isMet } from '../../plan/step-status.ts'
import type { Step } from '../../plan/types.ts'
import { heartbeat } from '../../store/leases.ts'
import type { Decision } from '../../store/log/log.ts'
import { filesChangedSince } from '../left-behind.ts'
import { refusalOfStep } from '../refusal-of-step.ts'
import { type Verification, type VerifyOptions, verifyStep } from '../verify.ts'
import { type Ended, endedNow, reportOf, wasSaid } from './ended.ts'
import { planAfter } from './plan-moves.ts'
import { liveRun, type Pull } from './pull.ts'
import { checkStillHeld, rightTo } from './right.ts'

export interface DoneOptions extends Omit<VerifyOptions, 'signal'> {
  readonly token?: number
  /** What its holder reports. */
  readonly text: string
  /** What else the log is to say when the step is done. */
  readonly beside?: readonly PlanRecord[]
  /** What git was asked already, for a step without commands: nothing that they do can be missed. */
  readonly changed?: Promise<readonly string[] | undefined>
}

/** Answers a status that is not `complete` when a command did not pass; the last receipt says which. */
export async function doneStep(pull: Pull, step: Step, options: DoneOptions): Promise<Ended> {
  const { log } = pull
  const claim = await beginProof(pull, step, options.token)
  if (claim === 'again') return endedNow(pull, step.id, { again: true })
  const { passed, receipts } = await prove(pull, step, claim.token, options)
  if (!passed) {
    await log.decide((state, now) => ({
      records: unproven(pull, state, step, claim, receipts, now),
      answer: undefined,
    }))
    return endedNow(pull, step.id, { receipts })
  }
  const files = claim.since === undefined ? [] : await changedFiles(pull, options, claim.since)
  const { text, beside = [] } = options
  await log.decide((state, now) => ({
    records: proven(pull, state, step, claim, [reportOf(pull, step, text, files), ...receipts, ...beside], now),
    answer: undefined,
  }))
  return endedNow(pull, step.id, { receipts, files })
}

/** What holds the step while its commands run. */
interface Claim {
  readonly token: number
  /** When its holder began; unknown where a person did it without taking it first. */
  readonly since?: string
}

/** Without commands nothing takes time for which a claim would have to be kept: it is looked at, and once more at the end. */
async function beginProof(pull: Pull, step: Step, token: number | undefined): Promise<Claim | 'again'> {
  const { machine, log } = pull
  if (!hasCommands(step)) {
    const { state, seq } = await log.read()
    const { records, answer } = begun(pull, step, token, state, machine.now(), seq + 1)
    if (answer === 'again' || records.every(({ type }) => type === 'lease.renewed')) return answer
  }
  return log.decide((state, now, nextSeq) => begun(pull, step, token, state, now, nextSeq))
}

function hasCommands({ verify = [] }: Step): boolean {
  return verify.length > 0
}

function begun(
  pull: Pull,
  step: Step,
  token: number | undefined,
  state: PlanState,
  now: Instant,
  nextSeq: number,
): Decision<PlanRecord, Claim | 'again'> {
  const { machine, who, leaseMs } = pull
  const on = stepLease(step.id)
  if (wasSaid(pull, state, step, 'complete')) return { records: [], answer: 'again' }
  const right = rightTo(pull, state, step, now, token)
  moveStep(state, step.id, 'complete', who.name)
  if (right !== 'person') {
    const since = state.steps.get(step.id)?.at
    const answer = { token: right.token, ...(since === undefined ? {} : { since }) }
    return { records: renewLease(state, on, right.token, now), answer }
  }
  refuseUnready(pull, state, step)
  const request = { on, holder: who.name, ttlMs: leaseMs }
  const records = takeLease(state, request, now, (process) => machine.fate(process) === 'dead')
  return { records, answer: { token: nextSeq + records.length - 1 } }
}

/** What a person says of a step that nobody was given. */
function refuseUnready({ approved }: Pull, state: PlanState, step: Step): void {
  const { agent: _, ...forAnybody } = step
  const refusal = refusalOfStep(state, forAnybody, approved)
  if (refusal !== undefined) throw fault('E_NOT_APPROVED', `${step.id} cannot be done: ${refusal}`)
  const open = step.dependsOn.filter((id) => !isMet(stepStatus(state, id)))
  if (open.length === 0) return
  const names = open.slice(0, mostNamed).join(', ') + (open.length > mostNamed ? ' …' : '')
  throw fault('E_NOT_READY', `${step.id} waits for ${names}`, { actual: names })
}

const mostNamed = 5

/** The claim is kept alive while the commands run; when it is lost all the same, they are ended. */
async function prove(pull: Pull, step: Step, token: number, options: DoneOptions): Promise<Verification> {
  const { log, leaseMs } = pull
  const lost = new AbortController()
  const stopWhenLost = (error: unknown): void => {
    if (isFault(error, 'E_LEASE_LOST')) lost.abort()
  }
  const beating = setInterval(() => void heartbeat(log, stepLease(step.id), token).catch(stopWhenLost), leaseMs / 3)
  try {
    return await verifyStep(step, { ...options, signal: lost.signal })
  } finally {
    clearInterval(beating)
  }
}

/** Whoever pulls steps comes and goes, so there is nothing from before to compare with. */
async function changedFiles({ machine, approved }: Pull, { cwd, changed }: DoneOptions, since: string) {
  // In the files of the plan itself it is us who write how other steps ended.
  return (await filesChangedSince(machine, cwd, since, `${approved.reading.plan.key}/`, changed)) ?? []
}

function unproven(
  pull: Pull,
  state: PlanState,
  step: Step,
  { token, since }: Claim,
  receipts: readonly ReceiptWritten[],
  now: Instant,
): PlanRecord[] {
  checkStillHeld(pull, state, step.id, token)
  const on = stepLease(step.id)
  return [...receipts, ...(since === undefined ? endLease(state, on, token) : renewLease(state, on, token, now))]
}

function proven(
  pull: Pull,
  state: PlanState,
  step: Step,
  { token }: Claim,
  records: readonly PlanRecord[],
  now: Instant,
): PlanRecord[] {
  const { machine, approved, who } = pull
  checkStillHeld(pull, state, step.id, token)
  if (!hasCommands(step)) rightTo(pull, state, step, now, token)
  if (!approved.isFree && state.approval?.seal !== approved.approval.seal) {
    throw fault('E_NOT_APPROVED', `the approval of the plan changed while ${step.id} was proven`)
  }
  return [
    // First the move: a step that something happened to is the one that can have a report and receipts.
    ...moveStep(state, step.id, 'complete', who.name, { token }),
    ...records,
    ...endLease(state, stepLease(step.id), token),
    ...(liveRun(machine, state, now) === undefined
      ? planAfter(state, approved.reading.plan.steps, step.id, 'complete', who.name)
      : []),
  ]
}

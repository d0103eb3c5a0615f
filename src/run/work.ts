import type { Agent, AgentOutcome, ToolScope } from '../agents/agent.ts'
import type { ReceiptWritten } from '../plan/records.ts'
import type { PlanState } from '../plan/state.ts'
import type { Plan, Step } from '../plan/types.ts'
import type { EnvironmentRequest } from '../process/environment.ts'
import type { Machine } from '../store/machine/port.ts'
import type { RunActions } from './actions/run-actions.ts'
import type { FileWatch } from './changed-files.ts'
import type { StepEnd } from './engine.ts'
import type { RunEvent } from './events.ts'
import { ownChanges } from './own-changes.ts'
import { promptFor } from './prompt.ts'
import { reportOf, wholeCost } from './step-report.ts'
import { verifyStep } from './verify.ts'

/** What the work on every step of a run has in common. */
export interface WorkOptions {
  readonly machine: Machine
  readonly plan: Plan
  readonly cwd: string
  /** Tells which files of `cwd` change. */
  readonly watch: FileWatch
  readonly env: EnvironmentRequest
  readonly scope: ToolScope
  /** How often a step is given back to its agent when its commands do not pass. */
  readonly repairs: number
  readonly tokenBudget: number
  readonly timeoutMs: number
  readonly agentFor: (step: Step) => Agent
  /** Carries out steps that consist of actions, which need no agent. */
  readonly actions?: Pick<RunActions, 'carryOut'>
  readonly cancel: AbortSignal
  readonly onEvent: (event: RunEvent) => void
}

/**
 * Has one step done by its agent and proves it. An agent's word ends nothing: when commands of the step do not pass, it
 * gets their output and tries again, so many times.
 */
export async function workOn(step: Step, state: PlanState, options: WorkOptions): Promise<StepEnd> {
  const acted = await options.actions?.carryOut(step, options)
  if (acted !== undefined) return acted.status === 'complete' ? provenOrNot(step, acted, options) : acted
  const { plan, watch, repairs, tokenBudget, cancel } = options
  const agent = options.agentFor(step)
  const before = await watch.before(step.files)
  const receipts: ReceiptWritten[] = []
  const outcomes: AgentOutcome[] = []
  let failed: ReceiptWritten[] = []
  for (let attempt = 0; attempt <= repairs; attempt++) {
    const prompt = promptFor(plan, step, state, { budget: tokenBudget, failed })
    const outcome = await agent.work(taskOf(step, prompt, options))
    outcomes.push(outcome)
    if (outcome.status !== 'done') return ended(unfinished(outcome))
    const verification = await verify(step, options)
    receipts.push(...verification.receipts)
    if (verification.passed) return ended({ status: 'complete' })
    if (cancel.aborted) return ended({ status: 'interrupted', why: 'the run was stopped' })
    failed = verification.receipts.filter((receipt) => !receipt.passed)
  }
  const [last] = failed
  return ended({ status: 'failed', why: `\`${last?.command}\` did not pass: ${last?.why ?? 'no reason given'}` })

  async function ended(end: StepEnd): Promise<StepEnd> {
    const files = ownChanges(plan, step, await watch.changedSince(before, step.files))
    const cost = wholeCost(outcomes)
    const records = [reportOf(step, agent.name, outcomes, files), ...receipts]
    return { ...end, records, ...(cost === undefined ? {} : { cost }) }
  }
}

/** What has no agent is not given back to anybody. */
async function provenOrNot(step: Step, acted: StepEnd, options: WorkOptions): Promise<StepEnd> {
  const { passed, receipts } = await verify(step, options)
  const records = [...(acted.records ?? []), ...receipts]
  if (passed) return { ...acted, records }
  if (options.cancel.aborted) return { ...acted, status: 'interrupted', why: 'the run was stopped', records }
  const last = receipts.at(-1)
  return { ...acted, status: 'failed', why: `\`${last?.command}\` did not pass: ${last?.why}`, records }
}

/** Proves a step that is kept as it was found. One whose proof was cut short stays interrupted. */
export async function verifyKept(step: Step, options: WorkOptions): Promise<StepEnd> {
  const { passed, receipts } = await verify(step, options)
  if (passed) return { status: 'complete', why: 'kept as it was', records: receipts }
  if (options.cancel.aborted) return { status: 'interrupted' }
  const [last] = receipts.filter((receipt) => !receipt.passed)
  return { status: 'failed', why: `\`${last?.command}\` did not pass`, records: receipts }
}

function verify(step: Step, { cwd, env, timeoutMs, cancel, onEvent }: WorkOptions) {
  return verifyStep(step, {
    cwd,
    env,
    timeoutMs,
    signal: cancel,
    onCommand: (command) => onEvent({ type: 'verifying', step: step.id, command }),
    onReceipt: ({ command, passed }) => onEvent({ type: 'verified', step: step.id, command, passed }),
  })
}

function taskOf(step: Step, prompt: string, { cwd, scope, cancel, timeoutMs, onEvent }: WorkOptions) {
  return {
    step: step.id,
    prompt,
    cwd,
    scope,
    signal: cancel,
    timeoutMs: step.timeoutMs ?? timeoutMs,
    onUpdate: (update: Extract<RunEvent, { type: 'update' }>['update']) =>
      onEvent({ type: 'update', step: step.id, update }),
  }
}

function unfinished({ status, why = 'no reason given' }: AgentOutcome): StepEnd {
  return status === 'cancelled' ? { status: 'interrupted', why } : { status: 'failed', why }
}

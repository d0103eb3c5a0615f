import type { Agent, AgentOutcome, AgentTask } from '../../src/agents/agent.ts'
import { movePlan } from '../../src/plan/decisions.ts'
import type { PlanState } from '../../src/plan/state.ts'
import type { Plan, Step } from '../../src/plan/types.ts'
import type { ApprovedPlan } from '../../src/run/approved-plan.ts'
import type { RunOptions } from '../../src/run/run-plan.ts'
import type { LogPlace } from '../../src/store/log/place.ts'
import type { Machine } from '../../src/store/machine/port.ts'
import { openPlanLog } from '../../src/store/plan-log.ts'

export function stepOf(id: string, more: Partial<Step> = {}): Step {
  return { id, title: `Step ${id}`, text: `Do ${id}.`, dependsOn: [], ...more }
}

export function planOf(steps: readonly Step[]): Plan {
  return { key: 'example', dialect: 'agentflow', title: 'Example', narrative: 'About it.', steps }
}

const approval = { hash: 'h', plan: 'p', version: 1, by: 'ann', channel: 'terminal', seal: 'seal' } as const

/** A plan that counts as approved, without its files. `approvedPlan` itself has tests of its own. */
export function approvedOf(steps: readonly Step[], more: Partial<ApprovedPlan> = {}): ApprovedPlan {
  const plan = planOf(steps)
  const signed = { plan: new Uint8Array(), steps: new Map() }
  return {
    reading: { plan, diagnostics: [], signed, words: new Map() },
    digest: { hash: 'h', plan: 'p', steps: new Map() },
    approval: { ...approval, steps: new Map(), at: '2026-01-01T00:00:00.000Z' },
    hasOwnYes: (state, step) => state.stepApprovals.has(step),
    wordsNow: async () => new Map(),
    ...more,
  }
}

/** Approves what `approvedOf` gives in the log at a place. */
export async function approveIn(machine: Machine, place: LogPlace): Promise<void> {
  const log = await openPlanLog(machine, place, { lockWaitMs: 20_000, command: 'test' })
  const move = (event: 'propose' | 'approve') =>
    log.decide((state) => ({ records: movePlan(state, event, { by: 'ann' }), answer: undefined }))
  await move('propose')
  await move('approve')
  await log.decide(() => ({ records: [{ type: 'approval', ...approval, steps: [] }], answer: undefined }))
}

export type Work = (task: AgentTask) => Partial<AgentOutcome> | Promise<Partial<AgentOutcome>>

/** An agent in this process. What its function leaves out is the outcome of one that is done. */
export function agentThat(work: Work): Agent {
  return {
    name: 'fake',
    work: async (task) => ({ status: 'done', text: `did ${task.step}`, refusals: [], ...(await work(task)) }),
    close: async () => {},
  }
}

export interface Given extends Partial<Omit<RunOptions, 'place' | 'machine' | 'cwd'>> {
  readonly machine: Machine
  readonly place: LogPlace
  readonly cwd: string
  readonly steps: readonly Step[]
  readonly agent?: Work
}

export function runOptions({ steps, agent = () => ({}), ...given }: Given): RunOptions {
  const one = agentThat(agent)
  return {
    lockWaitMs: 20_000,
    leaseMs: 60_000,
    approved: approvedOf(steps),
    by: 'test',
    jobs: 1,
    onFailure: 'continue',
    resolutionOf: () => undefined,
    retryFailed: false,
    stop: new AbortController(),
    cancel: new AbortController().signal,
    wait: false,
    onState: () => {},
    onEvent: () => {},
    env: {},
    scope: { tools: ['read', 'edit'], mode: 'enforce' },
    repairs: 0,
    tokenBudget: 4000,
    timeoutMs: 20_000,
    agentFor: () => one,
    ...given,
  }
}

export function statusesOf(state: PlanState): Record<string, string> {
  return Object.fromEntries([...state.steps].map(([id, { status }]) => [id, status]))
}

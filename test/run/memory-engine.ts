import { runLease } from '../../src/plan/lease-names.ts'
import { applyRecord, emptyState, type PlanState } from '../../src/plan/state.ts'
import type { Step } from '../../src/plan/types.ts'
import { carryOut, type EngineOptions } from '../../src/run/engine.ts'
import { Scheduler } from '../../src/run/scheduler.ts'
import { realMachine } from '../../src/store/machine/real.ts'
import type { PlanLog } from '../../src/store/plan-log.ts'

/** Carries out steps with a log that is the state and nothing else. Answers the state at the end. */
export async function carryOutInMemory(
  steps: readonly Step[],
  jobs: number,
  work: EngineOptions['work'] = async () => ({ status: 'complete' }),
): Promise<PlanState> {
  const state = emptyState()
  const now = realMachine.now()
  state.leases.set(runLease, { token: 1, holder: 'test', ttlMs: 60_000, at: now })
  let seq = 1
  const decide: PlanLog['decide'] = async (decision) => {
    const { records, answer } = decision(state, now, seq)
    for (const record of records) applyRecord(state, { ...record, at: '', seq: seq++ })
    return answer
  }
  await carryOut({
    scheduler: new Scheduler(steps, () => 'pending'),
    log: { decide },
    token: 1,
    by: 'test',
    jobs,
    onFailure: 'continue',
    refusal: () => undefined,
    work,
    stop: new AbortController().signal,
    onEvent: () => {},
  })
  return state
}

import type { ConfigContext } from '../../../../src/faces/cli/steadplan/config/context.ts'
import { approvePlan } from '../../../../src/faces/cli/steadplan/decide/approve.ts'
import { add } from '../../../../src/faces/cli/steadplan/loop/add.ts'
import { done } from '../../../../src/faces/cli/steadplan/loop/done.ts'
import { giveUp } from '../../../../src/faces/cli/steadplan/loop/give-up.ts'
import { next } from '../../../../src/faces/cli/steadplan/loop/next.ts'
import type { NextAnswer } from '../../../../src/faces/cli/steadplan/loop/next-answer.ts'
import type { AddOptions, DoneOptions, GiveUpOptions, NextOptions } from '../../../../src/faces/cli/steadplan/loop.ts'
import { endLease, takeLease } from '../../../../src/plan/decisions.ts'
import { isFault } from '../../../../src/plan/diagnostics/fault.ts'
import type { Instant } from '../../../../src/plan/lease.ts'
import type { PlanRecord } from '../../../../src/plan/records.ts'
import type { Logged, PlanState } from '../../../../src/plan/state.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { openPlanLog, readPlanState, readRecords } from '../../../../src/store/plan-log.ts'
import { placeOf } from '../../../../src/store/plans/found-plan.ts'
import { homePlan } from '../../../../src/store/plans/home-plans.ts'
import { PlanPerson } from '../plan-person.ts'

/** A person with agents that pull their steps out of the plan `login`. A command answers its JSON, or the code of its fault. */
export class Puller extends PlanPerson {
  /** How far the clocks are ahead. */
  aheadMs = 0

  static async approved(plan: Readonly<Record<string, string>>): Promise<Puller> {
    const puller = new Puller(plan)
    await puller.approve()
    return puller
  }

  override get context(): ConfigContext {
    const now = () => {
      const { wallMs, monotonicMs, ...rest } = realMachine.now()
      return { wallMs: wallMs + this.aheadMs, monotonicMs: monotonicMs + this.aheadMs, ...rest }
    }
    return { ...super.context, machine: { ...realMachine, now } }
  }

  async approve(): Promise<void> {
    await approvePlan(this.terminal, this.context, 'login', { yes: true })
  }

  next(agent?: string, options: NextOptions = {}): Promise<Answer<NextAnswer>> {
    return this.#run((json) => next(this.terminal, this.context, 'login', { ...json, ...named(agent), ...options }))
  }

  done(step: string, agent?: string, options: DoneOptions = {}): Promise<Answer<EndedJson>> {
    const input = async () => Buffer.from('from the input')
    return this.#run((json) =>
      done(this.terminal, this.context, [step], { ...json, ...named(agent), ...options }, input),
    )
  }

  fail(step: string, agent?: string, options: Partial<GiveUpOptions> = {}): Promise<Answer<EndedJson>> {
    return this.#giveUp('fail', step, agent, options)
  }

  skip(step: string, agent?: string, options: Partial<GiveUpOptions> = {}): Promise<Answer<EndedJson>> {
    return this.#giveUp('skip', step, agent, options)
  }

  add(title: string, options: AddOptions = {}): Promise<Answer<{ step: string; file: string; dependsOn: string[] }>> {
    return this.#run((json) => add(this.terminal, this.context, title, { ...json, ...options }))
  }

  /** A run that lives as long as this test carries out the plan. */
  async holdRun(): Promise<void> {
    await this.#decide((state, now) => {
      const request = { on: 'run', holder: 'a run', ttlMs: 600_000, process: realMachine.self() }
      return takeLease(state, request, now, () => false)
    })
  }

  /** Somebody ends a claim that others hold. */
  async takeAway(step: string): Promise<void> {
    await this.#decide((state) => endLease(state, `step:${step}`, state.leases.get(`step:${step}`)!.token, 'expired'))
  }

  async #decide(records: (state: PlanState, now: Instant) => readonly PlanRecord[]): Promise<void> {
    const log = await openPlanLog(this.context.machine, this.#place, { lockWaitMs: 10_000, command: 'test' })
    await log.decide((state, now) => ({ records: records(state, now), answer: undefined }))
  }

  get state(): Promise<PlanState> {
    return readPlanState(realMachine, this.#place)
  }

  get records(): Promise<readonly Logged<PlanRecord>[]> {
    return readRecords(realMachine, this.#place)
  }

  get #place() {
    return placeOf(homePlan({ root: this.root, state: `${this.root}/.steadplan` }, 'login', 1024 * 1024))
  }

  #giveUp(command: 'fail' | 'skip', step: string, agent: string | undefined, options: Partial<GiveUpOptions>) {
    return this.#run<EndedJson>((json) =>
      giveUp(this.terminal, this.context, command, [step], { why: 'because', ...json, ...named(agent), ...options }),
    )
  }

  async #run<Json>(command: (options: { json: true }) => Promise<number>): Promise<Answer<Json>> {
    this.hush()
    try {
      const code = await command({ json: true })
      return { code, ...(this.json as unknown as Json) }
    } catch (error) {
      if (!isFault(error)) throw error
      return {
        code: -1,
        fault: error.code,
        message: error.message,
        faults: error.diagnostics.map((one) => one.code),
      } as Answer<Json>
    }
  }
}

export type Answer<Json> = Json & { code: number; fault?: string; message?: string; faults?: string[] }

export interface EndedJson {
  readonly status: string
  readonly again: boolean
  readonly planStatus: string
  readonly done: number
  readonly total: number
  readonly receipts: readonly { command: string; passed: boolean; output: string; why: string | null }[]
  readonly files: readonly string[]
  readonly next: string | null
  readonly diagnostics: readonly { code: string }[]
}

function named(agent: string | undefined) {
  return agent === undefined ? {} : { agent }
}

/** A plan of the steps that are named, each with the fields of its front matter. */
export function planOf(steps: Readonly<Record<string, string>>): Record<string, string> {
  const tasks = Object.entries(steps).map(([id, fields], index) => {
    const number = String(index + 1).padStart(2, '0')
    return [`tasks/${number}-${id}.md`, `---\nid: ${id}\n${fields}${fields && '\n'}---\n\nDo ${id}.\n`]
  })
  return { 'plan.md': '---\ntitle: Login\n---\n\nUsers can log in.\n', ...Object.fromEntries(tasks) }
}

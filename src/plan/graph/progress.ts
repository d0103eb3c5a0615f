import { Fault } from '../diagnostics/fault.ts'
import { isMet, type StepStatus, stepStatuses } from '../step-status.ts'
import type { StepId } from '../types.ts'
import { type BlockedStep, blockedStep, waitingInCircles } from './blocked.ts'
import { components } from './components.ts'
import { Doom, type DoomChange, type DoomedStep } from './doom.ts'
import { targetsOf } from './edges.ts'
import type { Graph } from './graph.ts'
import { unknownStep } from './messages.ts'
import { isBroken } from './order.ts'

/**
 * - `ready`: a step can start now
 * - `working`: none can start before one that runs has ended
 * - `blocked`: steps wait, and nothing runs that could set them free
 * - `stopped`: no step waits or runs, but not all are met: one failed or was interrupted
 * - `finished`: every step is complete or skipped
 */
export type Summary = 'ready' | 'working' | 'blocked' | 'stopped' | 'finished'

export interface Counts extends Readonly<Record<StepStatus, number>> {
  readonly total: number
  readonly ready: number
  /** Waiting and not ready. The doomed ones are among them. */
  readonly blocked: number
  readonly doomed: number
}

export interface ProgressChange extends DoomChange {
  /** Steps that can start now and could not before. */
  readonly ready: readonly StepId[]
}

/**
 * What can be done next while a plan runs. It is built once from the statuses and then told of every change, which costs
 * as much as the step has dependants. All lists are in file order.
 *
 * A step is ready when it is pending and every dependency is met, that is complete or skipped.
 */
export class Progress {
  readonly #graph: Graph
  readonly #statuses: StepStatus[]
  readonly #counts = new Map<StepStatus, number>(stepStatuses.map((status) => [status, 0]))
  /** How many dependencies of each step are not met. One that can never be met is among them. */
  readonly #unmet: Uint32Array
  /** 1 for a step that is ready. */
  readonly #ready: Uint8Array
  readonly #doom: Doom
  readonly #hasCycles: boolean
  #readyCount = 0
  /** No step before this one is ready. */
  #firstReady = 0

  constructor(graph: Graph, statusOf: (id: StepId) => StepStatus) {
    this.#graph = graph
    this.#statuses = graph.ids.map((id) => statusOf(id))
    this.#unmet = new Uint32Array(graph.ids.length)
    this.#ready = new Uint8Array(graph.ids.length)
    this.#hasCycles = components(graph.dependencies).length > 0
    this.#statuses.forEach((status, step) => {
      this.#count(status, 1)
      let unmet = isBroken(graph, step) ? 1 : 0
      for (const dependency of targetsOf(graph.dependencies, step)) if (!isMet(this.#statuses[dependency]!)) unmet++
      this.#unmet[step] = unmet
      this.#refresh(step)
    })
    this.#doom = new Doom(graph, this.#statuses)
  }

  ready(atMost = Number.POSITIVE_INFINITY): StepId[] {
    const ready: StepId[] = []
    if (this.#readyCount === 0) return ready
    this.#firstReady = this.#ready.indexOf(1, this.#firstReady)
    for (let step = this.#firstReady; step !== -1 && ready.length < atMost; step = this.#ready.indexOf(1, step + 1)) {
      ready.push(this.#graph.ids[step]!)
    }
    return ready
  }

  /** The pending steps that are not ready, each with every dependency that is not met. */
  blocked(atMost = Number.POSITIVE_INFINITY): BlockedStep[] {
    const onCycle = this.#hasCycles ? waitingInCircles(this.#graph, this.#statuses) : new Set<number>()
    const blocked: BlockedStep[] = []
    for (let step = 0; step < this.#statuses.length && blocked.length < atMost; step++) {
      if (this.#statuses[step] !== 'pending' || this.#ready[step] === 1) continue
      blocked.push(blockedStep(this.#graph, this.#statuses, onCycle, step))
    }
    return blocked
  }

  /** The pending steps that wait for a failed one, directly or through others. */
  doomed(): DoomedStep[] {
    return this.#doom.all()
  }

  counts(): Counts {
    const of = (status: StepStatus): number => this.#counts.get(status)!
    return {
      total: this.#statuses.length,
      pending: of('pending'),
      in_progress: of('in_progress'),
      complete: of('complete'),
      failed: of('failed'),
      skipped: of('skipped'),
      interrupted: of('interrupted'),
      ready: this.#readyCount,
      blocked: of('pending') - this.#readyCount,
      doomed: this.#doom.count,
    }
  }

  summary(): Summary {
    const counts = this.counts()
    if (counts.complete + counts.skipped === counts.total) return 'finished'
    if (counts.ready > 0) return 'ready'
    if (counts.in_progress > 0) return 'working'
    return counts.pending > 0 ? 'blocked' : 'stopped'
  }

  changed(id: StepId, status: StepStatus): ProgressChange {
    const step = this.#graph.indexOf.get(id)
    if (step === undefined) throw new Fault([unknownStep(id, this.#graph.ids)])
    const before = this.#statuses[step]!
    this.#statuses[step] = status
    this.#count(before, -1)
    this.#count(status, 1)

    const ready = this.#refresh(step) ? [id] : []
    const change = Number(isMet(before)) - Number(isMet(status))
    if (change !== 0) {
      for (const dependant of targetsOf(this.#graph.dependants, step)) {
        this.#unmet[dependant]! += change
        if (this.#refresh(dependant)) ready.push(this.#graph.ids[dependant]!)
      }
    }
    return { ready, ...this.#doom.changed(step, before) }
  }

  /** Sets the mark of a step that may have become ready or ceased to be; true when it has become so. */
  #refresh(step: number): boolean {
    const was = this.#ready[step]!
    const is = this.#statuses[step] === 'pending' && this.#unmet[step] === 0 ? 1 : 0
    this.#ready[step] = is
    this.#readyCount += is - was
    if (is === 1) this.#firstReady = Math.min(this.#firstReady, step)
    return is > was
  }

  #count(status: StepStatus, change: number): void {
    this.#counts.set(status, this.#counts.get(status)! + change)
  }
}

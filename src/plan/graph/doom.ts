import type { StepStatus } from '../step-status.ts'
import type { StepId } from '../types.ts'
import { targetsOf } from './edges.ts'
import type { Graph } from './graph.ts'

/** A step that waits for a failed one, directly or through other waiting steps. */
export interface DoomedStep {
  readonly id: StepId
  /** The failed step. Of several the first in the file. */
  readonly because: StepId
}

export interface DoomChange {
  readonly doomed: readonly DoomedStep[]
  /** Doomed until now, and able to run again. */
  readonly freed: readonly StepId[]
}

const none = 0xff_ff_ff_ff

/**
 * Which waiting steps can no longer run, while statuses change. `statuses` belongs to the caller, who says after each
 * change which step it was. Doom is no status: it goes away when the failed step is opened again or skipped.
 */
export class Doom {
  readonly #graph: Graph
  readonly #statuses: readonly StepStatus[]
  /** The failed step behind each doomed one. */
  readonly #reasons: Uint32Array
  /** The reasons that the change under way has replaced. */
  #replaced = new Map<number, number>()
  #count = 0

  constructor(graph: Graph, statuses: readonly StepStatus[]) {
    this.#graph = graph
    this.#statuses = statuses
    this.#reasons = new Uint32Array(statuses.length).fill(none)
    statuses.forEach((status, step) => {
      if (status === 'failed') this.#spread(step, step)
    })
  }

  get count(): number {
    return this.#count
  }

  all(): DoomedStep[] {
    const doomed: DoomedStep[] = []
    this.#reasons.forEach((reason, step) => {
      if (reason !== none) doomed.push({ id: this.#graph.ids[step]!, because: this.#graph.ids[reason]! })
    })
    return doomed
  }

  /** Takes time proportional to the steps whose doom changes, with their dependencies and dependants. */
  changed(step: number, from: StepStatus): DoomChange {
    const to = this.#statuses[step]!
    const passedOn = from === 'failed' ? step : this.#reasons[step]!
    if (passedOn === none && to !== 'failed' && to !== 'pending') return { doomed: [], freed: [] }

    this.#replaced = new Map()
    const cleared = this.#clear(step, passedOn)
    for (const { start, reason } of this.#sources(cleared)) this.#spread(start, reason)
    return this.#difference()
  }

  /** Takes a reason away from a step and from all that have it through that step. */
  #clear(step: number, reason: number): number[] {
    this.#set(step, none)
    const cleared = [step]
    if (reason === none) return cleared
    for (const one of cleared) {
      for (const dependant of targetsOf(this.#graph.dependants, one)) {
        if (this.#reasons[dependant] !== reason) continue
        this.#set(dependant, none)
        cleared.push(dependant)
      }
    }
    return cleared
  }

  /** Where doom comes from into cleared steps, lowest reason first: so that no step has to be given a reason twice. */
  #sources(cleared: readonly number[]): { start: number; reason: number }[] {
    return cleared
      .map((start) => ({ start, reason: this.#reasonFor(start) }))
      .filter(({ reason }) => reason !== none)
      .sort((a, b) => a.reason - b.reason)
  }

  #reasonFor(step: number): number {
    if (this.#statuses[step] === 'failed') return step
    let lowest = none
    if (this.#statuses[step] !== 'pending') return lowest
    for (const dependency of targetsOf(this.#graph.dependencies, step)) {
      const reason = this.#statuses[dependency] === 'failed' ? dependency : this.#reasons[dependency]!
      lowest = Math.min(lowest, reason)
    }
    return lowest
  }

  /** Gives a reason to a step, unless it is the failed one itself, and to all that wait for it without a lower reason. */
  #spread(start: number, reason: number): void {
    if (start !== reason) {
      if (this.#reasons[start]! <= reason) return
      this.#set(start, reason)
    }
    const reached = [start]
    for (const one of reached) {
      for (const dependant of targetsOf(this.#graph.dependants, one)) {
        if (this.#statuses[dependant] !== 'pending' || this.#reasons[dependant]! <= reason) continue
        this.#set(dependant, reason)
        reached.push(dependant)
      }
    }
  }

  #set(step: number, reason: number): void {
    const old = this.#reasons[step]!
    if (!this.#replaced.has(step)) this.#replaced.set(step, old)
    this.#reasons[step] = reason
    this.#count += Number(reason !== none) - Number(old !== none)
  }

  #difference(): DoomChange {
    const doomed: DoomedStep[] = []
    const freed: StepId[] = []
    for (const [step, old] of [...this.#replaced].sort(([a], [b]) => a - b)) {
      const id = this.#graph.ids[step]!
      const reason = this.#reasons[step]!
      if (old === none && reason !== none) doomed.push({ id, because: this.#graph.ids[reason]! })
      if (old !== none && reason === none && this.#statuses[step] === 'pending') freed.push(id)
    }
    return { doomed, freed }
  }
}

import type { DoomedStep } from '../plan/graph/doom.ts'
import { buildGraph } from '../plan/graph/graph.ts'
import { type Counts, Progress } from '../plan/graph/progress.ts'
import type { StepStatus } from '../plan/step-status.ts'
import type { Step, StepId } from '../plan/types.ts'
import { Heap } from './heap.ts'
import { overlap, type Touched, touchedBy } from './overlap.ts'

/**
 * Which step is started next. The same steps and the same ends in the same order give the same answers: by priority, then
 * by place in the plan. Two steps that may touch the same file do not run at the same time.
 */
export class Scheduler {
  readonly #steps: readonly Step[]
  readonly #progress: Progress
  /** A step is known by its rank: the first of all that are ready has the smallest. */
  readonly #byRank: readonly number[]
  readonly #rankOf: ReadonlyMap<StepId, number>
  readonly #ready = new Heap()
  readonly #running = new Map<StepId, readonly Touched[]>()
  readonly #touchedByRank = new Map<number, readonly Touched[]>()
  /** Ready, but in the way of one that runs. */
  #inTheWay: number[] = []
  /** Ready, but waiting for something that is not a step. */
  readonly #held = new Map<StepId, string>()

  constructor(steps: readonly Step[], statusOf: (id: StepId) => StepStatus) {
    this.#steps = steps
    this.#progress = new Progress(buildGraph(steps), statusOf)
    this.#byRank = steps.map((_, index) => index).sort((a, b) => priority(steps[b]!) - priority(steps[a]!) || a - b)
    this.#rankOf = new Map(this.#byRank.map((index, rank) => [steps[index]!.id, rank]))
    // Somebody else is at work on these; they end without us being told, but nothing may get in their way.
    for (const step of steps) if (statusOf(step.id) === 'in_progress') this.#running.set(step.id, touchedBy(step.files))
    this.#add(this.#progress.ready())
  }

  /** The next step to start beside those that run. It counts as running from here on. */
  next(): Step | undefined {
    for (;;) {
      const rank = this.#ready.pop()
      if (rank === undefined) return undefined
      const step = this.#steps[this.#byRank[rank]!]!
      const touched = this.#touched(rank, step)
      if (touched.length > 0 && this.#collides(touched)) {
        this.#inTheWay.push(rank)
        continue
      }
      this.#running.set(step.id, touched)
      this.#progress.changed(step.id, 'in_progress')
      return step
    }
  }

  /** A step that `next` gave has come to an end; answers which steps can no longer run because of it. */
  ended(id: StepId, status: StepStatus): readonly DoomedStep[] {
    const { ready, doomed } = this.#progress.changed(id, status)
    this.#add(ready)
    this.#makeWay(id)
    return doomed
  }

  /** A step that `next` gave cannot start yet, for a reason that is not another step. */
  hold(id: StepId, why: string): void {
    this.#progress.changed(id, 'pending')
    this.#held.set(id, why)
    this.#makeWay(id)
  }

  /** Gives those that were held back another chance. */
  release(): void {
    if (this.#held.size === 0) return
    this.#add([...this.#held.keys()])
    this.#held.clear()
  }

  get held(): ReadonlyMap<StepId, string> {
    return this.#held
  }

  counts(): Counts {
    return this.#progress.counts()
  }

  #touched(rank: number, { files }: Step): readonly Touched[] {
    const known = this.#touchedByRank.get(rank)
    if (known !== undefined) return known
    const touched = touchedBy(files)
    if (touched.length > 0) this.#touchedByRank.set(rank, touched)
    return touched
  }

  #add(ids: readonly StepId[]): void {
    for (const id of ids) this.#ready.push(this.#rankOf.get(id)!)
  }

  /** One that no longer runs is in nobody's way. */
  #makeWay(id: StepId): void {
    this.#running.delete(id)
    for (const rank of this.#inTheWay) this.#ready.push(rank)
    this.#inTheWay = []
  }

  #collides(touched: readonly Touched[]): boolean {
    for (const other of this.#running.values()) if (overlap(touched, other)) return true
    return false
  }
}

function priority(step: Step): number {
  return step.priority ?? 0
}

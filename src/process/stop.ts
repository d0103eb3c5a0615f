import { after } from './pause.ts'

export type StopReason = 'timedOut' | 'aborted' | 'failed'

interface StopRequest {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** The reasons to end a program that has not ended by itself. The first one counts. */
export class Stop {
  readonly reached: Promise<StopReason>
  /** What the caller's own code threw. Kept apart from the value, because anything can be thrown, `undefined` too. */
  failure?: { readonly error: unknown }
  readonly #reach: (reason: StopReason) => void
  readonly #cancels: (() => void)[] = []

  constructor({ timeoutMs, signal }: StopRequest) {
    let reach: (reason: StopReason) => void = () => {}
    this.reached = new Promise((resolve) => {
      reach = resolve
    })
    this.#reach = reach
    if (timeoutMs !== undefined) this.#cancels.push(after(timeoutMs, () => reach('timedOut')))
    if (signal !== undefined) {
      const abort = (): void => reach('aborted')
      signal.addEventListener('abort', abort, { once: true })
      this.#cancels.push(() => signal.removeEventListener('abort', abort))
    }
  }

  fail(error: unknown): void {
    this.failure ??= { error }
    this.#reach('failed')
  }

  cancel(): void {
    for (const cancel of this.#cancels.splice(0)) cancel()
  }
}

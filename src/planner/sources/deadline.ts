import { type Fault, fault } from '../../plan/diagnostics/fault.ts'
import { after } from '../../process/pause.ts'

/** The time for one answer, and whoever may stop it before. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Why it is over; undefined while it is not. */
  fault(): Fault | undefined
  /** Has to be called when the answer is there. */
  end(): void
}

export function deadline(ms: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let isUp = false
  const cancel = after(ms, () => {
    isUp = true
    controller.abort()
  })
  const stop = (): void => controller.abort()
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    fault() {
      if (!controller.signal.aborted) return undefined
      return isUp ? timedOut(ms) : stopped()
    },
    end() {
      cancel()
      outer?.removeEventListener('abort', stop)
    },
  }
}

export function timedOut(ms: number): Fault {
  return fault('E_PLANNER_TIMEOUT', `The planner did not answer within ${Math.round(ms / 1000)} s.`)
}

export function stopped(): Fault {
  return fault('E_PLANNER_STOPPED', 'The planner was stopped before it had answered.')
}

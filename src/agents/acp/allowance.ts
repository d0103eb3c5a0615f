import { fault } from '../../plan/diagnostics/fault.ts'
import { limits } from './limits.ts'

/** How much an agent may still send now. It fills up again with time, by the clock that nobody can set. */
export class Allowance {
  readonly #now: () => number
  #left: number = limits.burst
  #at: number

  constructor(now: () => number) {
    this.#now = now
    this.#at = now()
  }

  take(bytes: number): void {
    this.#left -= bytes
    if (this.#left >= 0) return
    const now = this.#now()
    this.#left = Math.min(limits.burst, this.#left + ((now - this.#at) / 1000) * limits.perSecond)
    this.#at = now
    if (this.#left < 0) throw fault('E_AGENT_BROKEN', 'The agent floods us: it sent too much in too short a time.')
  }
}

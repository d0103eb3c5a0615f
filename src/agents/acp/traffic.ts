/**
 * Keeps account of which requests are open, in both directions, so that an agent can neither answer what nobody asked nor
 * ask without end. The library behind us answers every request it reads; we decide when it reads the next.
 */
import type { AnyMessage, JsonRpcId } from '@agentclientprotocol/sdk'
import { fault } from '../../plan/diagnostics/fault.ts'
import { limits } from './limits.ts'

export class Traffic {
  readonly #asked = new Set<JsonRpcId>()
  readonly #answering = new Set<JsonRpcId>()
  readonly #waiting = new Set<JsonRpcId>()
  #onRoom: (() => void) | undefined

  /** Whether a message of the agent is one to hand on. */
  comesIn(message: AnyMessage): boolean {
    if (!('method' in message)) return this.#asked.delete(message.id)
    if (!('id' in message)) return true
    if (this.#answering.has(message.id) || this.#waiting.has(message.id)) {
      throw fault('E_AGENT_BROKEN', 'The agent used the id of a request again before it was answered.')
    }
    const group = message.method === 'terminal/wait_for_exit' ? this.#waiting : this.#answering
    group.add(message.id)
    if (this.#waiting.size > limits.waiting) throw fault('E_AGENT_BROKEN', 'The agent asks too much at once.')
    return true
  }

  /** Before it is sent: an answer may come before sending is told to be done. */
  goesOut(message: AnyMessage): void {
    if ('method' in message && 'id' in message) this.#asked.add(message.id)
  }

  wentOut(message: AnyMessage): void {
    if ('method' in message) return
    this.#waiting.delete(message.id)
    this.#answering.delete(message.id)
    this.#onRoom?.()
  }

  async untilRoom(): Promise<void> {
    while (this.#answering.size >= limits.answering) {
      await new Promise<void>((resolve) => {
        this.#onRoom = resolve
      })
    }
  }
}

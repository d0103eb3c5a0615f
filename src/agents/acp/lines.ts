import { fault } from '../../plan/diagnostics/fault.ts'

/** Cuts bytes that come in pieces into lines. A line above the cap is a fault before it is in memory as a whole. */
export class Lines {
  readonly #cap: number
  #pieces: Uint8Array[] = []
  #length = 0

  constructor(cap: number) {
    this.#cap = cap
  }

  *add(chunk: Uint8Array): Generator<string> {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end))
      yield this.#take()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length
    if (this.#length > this.#cap) {
      throw fault('E_AGENT_BROKEN', `The agent sent a message of more than ${this.#cap} bytes.`)
    }
    if (piece.length > 0) this.#pieces.push(piece)
  }

  #take(): string {
    const line = Buffer.concat(this.#pieces).toString('utf8')
    this.#pieces = []
    this.#length = 0
    return line
  }
}

const newline = 0x0a

/**
 * Keeps what a program prints within a fixed size. The first half of the cap holds the beginning; the other half is a
 * ring that holds the end, so memory stays the same whether a program prints a line or gigabytes:
 *
 *     ├───── head ─────┼───── ring ─────┤      byte n goes to place n while n < cap,
 *     0               head             cap     then round and round within the ring
 */
export interface Output {
  /** What was printed, as UTF-8; bytes that are none show as U+FFFD. What was left out is said in its place. */
  readonly text: string
  /** How many bytes were printed, kept or not. */
  readonly bytes: number
  readonly truncated: boolean
}

export class OutputCollector {
  readonly #cap: number
  readonly #head: number
  #kept: Buffer = Buffer.alloc(0)
  #bytes = 0

  constructor(cap: number) {
    this.#cap = Math.max(0, Math.floor(cap))
    this.#head = Math.ceil(this.#cap / 2)
  }

  add(chunk: Uint8Array): void {
    this.#makeRoom(chunk.length)
    for (let from = 0; from < chunk.length; ) {
      const place = this.#place(this.#bytes)
      const room = this.#cap - place
      const part = room > 0 ? chunk.subarray(from, from + room) : chunk.subarray(from)
      if (room > 0) this.#kept.set(part, place)
      this.#bytes += part.length
      from += part.length
    }
  }

  output(): Output {
    const bytes = this.#bytes
    if (bytes <= this.#cap) return { text: this.#kept.toString('utf8', 0, bytes), bytes, truncated: false }

    const oldest = this.#place(bytes)
    const head = this.#kept.subarray(0, this.#head)
    const tail = Buffer.concat([this.#kept.subarray(oldest, this.#cap), this.#kept.subarray(this.#head, oldest)])
    const start = head.toString('utf8', 0, lastWhole(head))
    const end = tail.toString('utf8', firstWhole(tail))
    const leftOut = bytes - lastWhole(head) - (tail.length - firstWhole(tail))
    const text = `${start}\n… ${leftOut.toLocaleString('en-US')} bytes left out …\n${end}`
    return { text, bytes, truncated: true }
  }

  /** Where byte `n` is kept. With a cap too small for a ring it is the cap itself: nowhere. */
  #place(n: number): number {
    const ring = this.#cap - this.#head
    if (n < this.#cap) return n
    return ring === 0 ? this.#cap : this.#head + ((n - this.#head) % ring)
  }

  /** Grows by doubling, so that fifty quiet programs do not hold fifty caps. */
  #makeRoom(more: number): void {
    const needed = Math.min(this.#bytes + more, this.#cap)
    if (needed <= this.#kept.length) return
    const grown = Buffer.alloc(Math.min(Math.max(needed, this.#kept.length * 2), this.#cap))
    this.#kept.copy(grown)
    this.#kept = grown
  }
}

/** The length of `bytes` without a character that is cut off at its end. */
function lastWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (isContinuation(byte)) continue
    return sizeOf(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** Where the first character begins that is not cut off at the start of `bytes`. */
function firstWhole(bytes: Uint8Array): number {
  let start = 0
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start]!)) start++
  return start
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000
}

function sizeOf(leadByte: number): number {
  if (leadByte >= 0b1111_0000) return 4
  if (leadByte >= 0b1110_0000) return 3
  return leadByte >= 0b1100_0000 ? 2 : 1
}

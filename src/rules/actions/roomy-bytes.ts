/** Bytes that are changed many times in place: with room behind them, so that most changes only move what follows. */
export class RoomyBytes {
  #bytes: Buffer
  #length: number

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#length = bytes.length
  }

  get length(): number {
    return this.#length
  }

  get used(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Puts bytes in the place of `length` others. */
  replace(at: number, length: number, by: Buffer): void {
    const size = this.#length - length + by.length
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(size + (size >> 3))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#bytes.copyWithin(at + by.length, at + length, this.#length)
    by.copy(this.#bytes, at)
    this.#length = size
  }

  /** The same at several places, each behind the one before it, in one go. */
  replaceEach(places: readonly number[], length: number, by: (place: number) => Buffer): void {
    const pieces: Buffer[] = []
    let copied = 0
    for (const [which, at] of places.entries()) {
      pieces.push(this.#bytes.subarray(copied, at), by(which))
      copied = at + length
    }
    pieces.push(this.#bytes.subarray(copied, this.#length))
    this.#bytes = Buffer.concat(pieces)
    this.#length = this.#bytes.length
  }
}

/** Keeps the end of a text, however long the text is, within a cap of bytes as UTF-8. */
export class TextEnd {
  readonly #cap: number
  #kept = ''
  #truncated = false

  constructor(cap: number) {
    this.#cap = Math.max(0, Math.floor(cap))
  }

  add(text: string): void {
    this.#kept += text
    // A unit of a string takes a byte at least, so the last bytes are among the last units. Cut seldom: cutting copies.
    if (this.#kept.length > 2 * this.#cap) this.#cut(this.#kept.slice(this.#kept.length - this.#cap))
  }

  /** Ends the line, unless it is at its beginning. */
  endLine(): void {
    if (this.#kept !== '' && !this.#kept.endsWith('\n')) this.add('\n')
  }

  get truncated(): boolean {
    return this.#truncated || Buffer.byteLength(this.#kept) > this.#cap
  }

  text(): string {
    const bytes = Buffer.from(this.#kept)
    if (bytes.length <= this.#cap) return this.#kept
    let start = bytes.length - this.#cap
    // Not in the middle of a character.
    while (start < bytes.length && (bytes[start]! & 0b1100_0000) === 0b1000_0000) start++
    return bytes.toString('utf8', start)
  }

  #cut(kept: string): void {
    this.#truncated = true
    this.#kept = kept
  }
}

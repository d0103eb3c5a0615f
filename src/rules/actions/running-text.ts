import { breaksChanged, endsOfReplacement, withEnds, withoutEnds } from './line-ends.ts'
import { placesOf, type Work } from './places.ts'
import { RoomyBytes } from './roomy-bytes.ts'

/**
 * A text that is looked through and changed many times. It is kept as bytes: to put a string of a megabyte together again
 * after each change takes five times as long as to find the place.
 */
export class RunningText {
  readonly #bytes: RoomyBytes
  /** Where they are mixed, one for each line end. */
  readonly #ends: string | RoomyBytes

  constructor(text: string) {
    const { text: plain, ends } = withoutEnds(text)
    this.#bytes = new RoomyBytes(Buffer.from(plain))
    this.#ends = typeof ends === 'string' ? ends : new RoomyBytes(ends)
  }

  get length(): number {
    return this.#bytes.length
  }

  /** Where a text stands, overlapping places included. Lines of both end with LF. */
  places(wanted: string, work: Work): Generator<number, void> {
    return placesOf(this.#bytes.used, Buffer.from(wanted), 1, work)
  }

  /** The same, each behind the end of the one before it. */
  placesApart(wanted: string, work: Work): Generator<number, void> {
    const bytes = Buffer.from(wanted)
    return placesOf(this.#bytes.used, bytes, bytes.length, work)
  }

  /** Puts a text in the place of another, which stands at each of the places; they do not overlap. */
  replace(places: readonly number[], from: string, to: string): void {
    if (typeof this.#ends !== 'string') this.#replaceEnds(this.#ends, places, from, to)
    const length = Buffer.byteLength(from)
    const bytes = Buffer.from(to)
    if (places.length === 1) this.#bytes.replace(places[0]!, length, bytes)
    else this.#bytes.replaceEach(places, length, () => bytes)
  }

  /** The lines on which places are, from 1; the places are in their order. */
  linesOf(places: readonly number[]): number[] {
    return this.#breaksBefore(places).map((breaks) => breaks + 1)
  }

  /** With LF at the end of every line. */
  plain(): string {
    return this.#bytes.used.toString()
  }

  toString(): string {
    const ends = typeof this.#ends === 'string' ? this.#ends : this.#ends.used
    return withEnds({ text: this.plain(), ends })
  }

  #replaceEnds(ends: RoomyBytes, places: readonly number[], from: string, to: string): void {
    const change = breaksChanged(from, to)
    const lines = this.#breaksBefore(places)
    const own = ends.used
    if (lines.length === 1) ends.replace(lines[0]!, change.before, endsOfReplacement(own, lines[0]!, change))
    else ends.replaceEach(lines, change.before, (which) => endsOfReplacement(own, lines[which]!, change))
  }

  #breaksBefore(places: readonly number[]): number[] {
    let [count, counted] = [0, 0]
    return places.map((place) => {
      count += breaksBetween(this.#bytes.used, counted, place)
      counted = place
      return count
    })
  }
}

function breaksBetween(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (bytes[at] === LF) count++
  return count
}

const LF = 10

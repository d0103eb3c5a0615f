/**
 * Finds the nearest line below with a run of at least so many marks. Lines are put in from the last to the first, so what
 * is asked for is answered in the order of the logarithm and a file of nothing but fences stays cheap.
 */
export class Nearest {
  /** From the furthest to the nearest, each shorter than the one before it: whatever is both further and shorter is hidden. */
  readonly #at: number[] = []
  readonly #lengths: number[] = []

  put(at: number, length: number): void {
    while (this.#lengths.length > 0 && this.#lengths.at(-1)! <= length) {
      this.#lengths.pop()
      this.#at.pop()
    }
    this.#lengths.push(length)
    this.#at.push(at)
  }

  /** -1 when there is none. */
  atLeast(length: number): number {
    let low = -1
    let high = this.#lengths.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#lengths[middle]! >= length) low = middle
      else high = middle - 1
    }
    return low === -1 ? -1 : this.#at[low]!
  }
}

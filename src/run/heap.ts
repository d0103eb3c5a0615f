/** Numbers, the smallest out first. */
export class Heap {
  readonly #numbers: number[] = []

  get size(): number {
    return this.#numbers.length
  }

  push(number: number): void {
    const all = this.#numbers
    let at = all.length
    all.push(number)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (all[parent]! <= number) break
      all[at] = all[parent]!
      at = parent
    }
    all[at] = number
  }

  pop(): number | undefined {
    const all = this.#numbers
    const [first] = all
    const last = all.pop()
    if (last === undefined || all.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= all.length) break
      if (child + 1 < all.length && all[child + 1]! < all[child]!) child++
      if (all[child]! >= last) break
      all[at] = all[child]!
      at = child
    }
    all[at] = last
    return first
  }
}

import { excerpt } from './excerpt.ts'
import type { ReadingContext } from './reading.ts'
import type { Pair } from './tree.ts'

/** The pairs of one mapping while they are read. Of a key that stands twice the first stays; over the cap none is taken. */
export class Entries {
  readonly pairs = new Map<string, Pair>()
  readonly #context: ReadingContext
  /** Keys that are not composed (`e` and U+0301) by their composed form (`é`), which looks the same. */
  #decomposed: Map<string, Pair> | undefined
  #full = false

  constructor(context: ReadingContext) {
    this.#context = context
  }

  add(pair: Pair): void {
    const { limits, findings } = this.#context
    const key = pair.key.value
    const composed = key.normalize('NFC')
    const twin = this.pairs.get(key) ?? this.pairs.get(composed) ?? this.#decomposed?.get(composed)
    if (twin !== undefined) {
      this.#duplicate(pair, twin)
    } else if (this.pairs.size < limits.keys) {
      this.pairs.set(key, pair)
      if (key !== composed) {
        this.#decomposed ??= new Map()
        this.#decomposed.set(composed, pair)
      }
    } else if (!this.#full) {
      this.#full = true
      findings.add('E_TOO_MANY_KEYS', `From here on this mapping has more than ${limits.keys} keys.`, pair.key)
    }
  }

  #duplicate({ key }: Pair, { key: first }: Pair): void {
    const { source, findings } = this.#context
    const range = source.lines.range(first.start, first.end)
    const related = [{ message: 'It stands here first.', file: source.file, range }]
    findings.add('E_DUPLICATE_KEY', `The key \`${excerpt(key.value)}\` stands twice.`, key, { related })
  }
}

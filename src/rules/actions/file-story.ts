import type { EditAction } from '../../dialects/teddy/plan.ts'
import { applyPairs } from './pair.ts'
import { RunningText } from './running-text.ts'

/**
 * What one file holds after each action that changes it. A text is made when it is asked for: a thousand edits of a file of
 * a megabyte would fill the memory. Asking in the order of the actions makes each of them once.
 */
export class FileStory {
  readonly #states: State[]
  /** The two that were asked for last: what stands before an action, and after it. */
  #recent: { readonly at: number; readonly text: string }[] = []

  constructor(found: string | undefined) {
    this.#states = [found]
  }

  get last(): number {
    return this.#states.length - 1
  }

  /** Undefined where there is no file. */
  text(at: number): string | undefined {
    const whole = this.#states[at]
    if (typeof whole !== 'object') return whole
    const known = this.#recent.find((one) => one.at === at)
    if (known !== undefined) return known.text
    const text = this.#made(at)
    this.#recent = [...this.#recent.slice(-1), { at, text }]
    return text
  }

  add(state: string | EditAction): void {
    this.#states.push(state)
  }

  #made(at: number): string {
    let from = at
    while (typeof this.#states[from] === 'object' && !this.#recent.some((one) => one.at === from)) from--
    const text = new RunningText(this.text(from) ?? '')
    for (const edit of this.#states.slice(from + 1, at + 1)) {
      const { edits, matchAll } = edit as EditAction
      applyPairs(text, edits, matchAll)
    }
    return text.toString()
  }
}

type State = string | undefined | EditAction

import { actionOf, headingOf, isMessage, markOf, type SectionName, sectionOf } from '../landmarks.ts'
import type { Line } from '../lines.ts'
import type { ActionKind } from '../plan.ts'

/** What may stand where the walk through a plan has come to. */
export interface State {
  /** `one` code block, `many` after each other, or free text. */
  readonly holds: 'one' | 'many' | 'text'
  readonly action?: ActionKind
}

/** Which lines of a plan count as its structure: that depends on where they stand. */
export class Structure {
  readonly #text: string
  readonly #hasActionPlan: boolean
  readonly #seen = new Set<SectionName>()

  constructor(text: string, lines: readonly Line[]) {
    this.#text = text
    this.#hasActionPlan = lines.some((line) => sectionOf(headingOf(text, line)) === 'Action Plan')
  }

  /** The state that a line leads to; undefined when it is part of what stands there. */
  after(line: Line, state: State): State | undefined {
    if (line.isBlank) return undefined
    const heading = headingOf(this.#text, line)
    const action = actionOf(heading)
    const isAmongActions = !this.#hasActionPlan || this.#seen.has('Action Plan')
    if (action !== undefined && isAmongActions) return stateOf(action)
    const section = sectionOf(heading)
    const isInMessage = state.action !== undefined && isMessage(state.action)
    // A section stands once in a plan, so a second one is part of a file that is written about plans.
    if (section !== undefined && !this.#seen.has(section) && !isInMessage) {
      return { holds: section === 'Action Plan' ? 'text' : 'one' }
    }
    return state.action === 'EDIT' && markOf(this.#text, line) !== undefined ? state : undefined
  }

  /** Has the section of a line behind it. */
  pass(line: Line): void {
    const section = sectionOf(headingOf(this.#text, line))
    if (section !== undefined) this.#seen.add(section)
  }
}

function stateOf(action: ActionKind): State {
  if (action === 'RESEARCH') return { holds: 'many', action }
  return { holds: action === 'CREATE' || action === 'EDIT' || action === 'EXECUTE' ? 'one' : 'text', action }
}

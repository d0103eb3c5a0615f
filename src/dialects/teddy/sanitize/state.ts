import { isMessage, type SectionName } from '../landmarks.ts'
import type { ActionKind } from '../plan.ts'
import type { Page } from './page.ts'

/** What may stand where the walk through a plan has come to. */
export interface State {
  /** `one` code block, `many` after each other, or free text. */
  readonly holds: 'one' | 'many' | 'text'
  readonly action?: ActionKind
}

/** Which lines of a plan count as its structure: that depends on where they stand. */
export class Structure {
  readonly #page: Page
  /** The sections that the text has somewhere. */
  readonly #there: ReadonlySet<SectionName>
  readonly #seen = new Set<SectionName>()

  constructor(page: Page) {
    this.#page = page
    this.#there = sectionsIn(page)
  }

  /** The state that a line leads to; undefined when it is part of what stands there. */
  after(at: number, state: State): State | undefined {
    const { signs } = this.#page
    const isAmongActions = !this.#there.has('Action Plan') || this.#seen.has('Action Plan')
    const action = isAmongActions ? signs.action(at) : undefined
    if (action !== undefined) return stateOf(action)
    if (state.action !== undefined && isMessage(state.action)) return undefined
    const section = this.#section(at)
    // A section stands once in a plan, so a second one is part of a file that is written about plans.
    if (section !== undefined && !this.#seen.has(section)) return { holds: section === 'Action Plan' ? 'text' : 'one' }
    if (state.action === 'EDIT' && signs.isMark(at)) return state
    // Whatever is wrong with its heading, an action is not swallowed by the one above it.
    const near = isAmongActions ? signs.nearAction(at) : undefined
    if (near !== undefined) return stateOf(near)
    return isAmongActions && signs.isUnknownAction(at) ? { holds: 'text' } : undefined
  }

  /** Has the section of a line behind it. */
  pass(at: number): void {
    const section = this.#section(at)
    if (section !== undefined) this.#seen.add(section)
  }

  #section(at: number): SectionName | undefined {
    const { signs } = this.#page
    const section = signs.section(at)
    if (section !== undefined) return section
    // What is there already was not meant a second time, and among actions a file may say anything.
    const near = signs.nearSection(at)
    return near !== undefined && !this.#there.has(near) && !this.#seen.has('Action Plan') ? near : undefined
  }
}

function sectionsIn({ count, signs }: Page): Set<SectionName> {
  const there = new Set<SectionName>()
  for (let at = 0; at < count; at++) {
    const section = signs.section(at)
    if (section !== undefined) there.add(section)
  }
  return there
}

function stateOf(action: ActionKind): State {
  if (action === 'RESEARCH') return { holds: 'many', action }
  return { holds: action === 'CREATE' || action === 'EDIT' || action === 'EXECUTE' ? 'one' : 'text', action }
}

import { readAction } from './actions.ts'
import { readCode } from './code-blocks.ts'
import type { Part } from './part.ts'
import type { PlanPart } from './parts.ts'
import type { Action } from './plan.ts'

/** What is being read, and what is found in it. */
export type Reading = Pick<Part, 'source' | 'lines' | 'findings'>

/** The actions of a plan in their order, and what is wrong with the section they stand in. */
export function readActionList(reading: Reading, parts: readonly PlanPart[]): Action[] {
  const actions: Action[] = []
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'action') continue
    actions.push(readAction(part.action, partAt(reading, parts, at), actions.length + 1))
  }
  const listAt = parts.findIndex((part) => part.kind === 'section' && part.name === 'Action Plan')
  if (listAt === -1) return actions
  const list = partAt(reading, parts, listAt)
  readCode(list, list.blocks, 0)
  if (actions.length === 0)
    reading.findings.add('E_NO_STEPS', 'There is no action below `## Action Plan`.', list.heading)
  return actions
}

/** The first part that fits; undefined when there is none. */
export function firstPart(
  reading: Reading,
  parts: readonly PlanPart[],
  fits: (part: PlanPart) => boolean,
): Part | undefined {
  const at = parts.findIndex(fits)
  return at === -1 ? undefined : partAt(reading, parts, at)
}

function partAt(reading: Reading, parts: readonly PlanPart[], at: number): Part {
  const { heading, blocks } = parts[at]!
  const end = parts[at + 1]?.heading.start ?? reading.source.text.length
  // Written out: a plan can have a hundred thousand parts.
  const { source, lines, findings } = reading
  return { source, lines, findings, heading: { start: heading.start, end: heading.end }, blocks, end }
}

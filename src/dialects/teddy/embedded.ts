import { type Diagnostic, sorted } from '../../plan/diagnostics/diagnostic.ts'
import { LineIndex, type Position, type Range } from '../../plan/diagnostics/position.ts'
import type { StepPlace } from '../../plan/types.ts'
import { Findings } from '../shared/findings.ts'
import { firstPart, readActionList } from './action-list.ts'
import { blocksOf } from './blocks.ts'
import { readFields } from './fields.ts'
import { isHeaderField } from './header.ts'
import { linesOf } from './lines.ts'
import { readMemos } from './memos.ts'
import { type PlanPart, partsOf, titleOf } from './parts.ts'
import type { TeddyPlan } from './plan.ts'
import { readRationale } from './rationale.ts'
import { checkStructure } from './structure.ts'

export interface EmbeddedReading {
  /** Its places lie in the text that was given. */
  readonly plan: TeddyPlan
  /** Where the step is written; without a place, in the text that was given. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The actions in the text of a step of another dialect. Undefined when the text is none of ours: only a section
 * `## Action Plan` with a known action below it makes it one, not words that happen to be names of actions.
 *
 * Whatever stands before that section is the step's own: it may have a title, a rationale and memos, needs none of them,
 * and may have any other heading.
 */
export function readActionsIn(text: string, place?: StepPlace): EmbeddedReading | undefined {
  const lines = linesOf(text)
  const all = partsOf(blocksOf(lines)).parts
  const listAt = all.findIndex((part) => part.kind === 'section' && part.name === 'Action Plan')
  if (listAt === -1 || !all.slice(listAt).some(({ kind }) => kind === 'action')) return undefined
  const parts = all.filter(({ kind }, at) => at > listAt || kind !== 'unknown')
  const source = { file: place?.file ?? 'plan.md', text, lines: new LineIndex(text) }
  const findings = new Findings(source)
  const reading = { source, lines, findings }
  checkStructure(parts, findings, { needed: [], isInFence: false })
  // Nobody holds the words around the actions to the form of a plan.
  const unsaid = { ...reading, findings: new Findings(source) }
  const title = firstPart(unsaid, parts, ({ kind }) => kind === 'title')
  const rationale = firstPart(unsaid, parts, (part) => isSection(part, 'Rationale'))
  const memos = firstPart(reading, parts, (part) => isSection(part, 'Memos'))
  const read = rationale && readRationale(rationale)
  const plan = {
    title: titleOf(parts),
    header: title === undefined ? [] : readFields(title, isHeaderField).fields.map(headerField),
    ...(read && { rationale: read }),
    memos: memos === undefined ? [] : readMemos(memos),
    actions: readActionList(reading, parts),
  }
  const start = place?.text?.start
  const found = findings.list()
  return { plan, diagnostics: start === undefined ? found : sorted(found.map((one) => inFile(one, start))) }
}

function isSection(part: PlanPart, name: string): boolean {
  return part.kind === 'section' && part.name === name
}

function headerField({ name, value, start, end }: TeddyPlan['header'][number]): TeddyPlan['header'][number] {
  return { name, value, start, end }
}

/** A diagnostic of the text of a step, where the text begins at a place of its file. */
export function inFile(one: Diagnostic, start: Position): Diagnostic {
  return one.range === undefined ? one : { ...one, range: movedRange(one.range, start) }
}

function movedRange({ start, end }: Range, by: Position): Range {
  return { start: moved(start, by), end: moved(end, by) }
}

function moved({ line, column, offset }: Position, by: Position): Position {
  return {
    line: line + by.line - 1,
    column: line === 1 ? column + by.column - 1 : column,
    offset: offset + by.offset,
  }
}

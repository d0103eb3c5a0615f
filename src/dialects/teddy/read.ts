import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { sorted } from '../../plan/diagnostics/diagnostic.ts'
import { Findings } from '../shared/findings.ts'
import { defaultLimits, type Limits } from '../shared/limits.ts'
import { readSource, type Source } from '../shared/source.ts'
import { readAction } from './actions.ts'
import { type Block, blocksOf } from './blocks.ts'
import { readCode } from './code-blocks.ts'
import { readHeader } from './header.ts'
import { readMemos } from './memos.ts'
import type { Part } from './part.ts'
import { type PlanPart, partsOf } from './parts.ts'
import type { Action, TeddyPlan } from './plan.ts'
import { readRationale } from './rationale.ts'
import { checkStructure } from './structure.ts'

export interface TeddyReading {
  /** As far as it could be read; absent when the bytes are no text. */
  readonly plan?: TeddyPlan
  /** The text in which the places of the plan lie. */
  readonly text?: string
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a plan of teddy. What cannot be read is a diagnostic, and all of them are found at once. */
export function readTeddy(file: string, bytes: Uint8Array, limits: Limits = defaultLimits): TeddyReading {
  const { source, diagnostics } = readSource(file, bytes, 'markdown', limits)
  if (source === undefined) return { diagnostics }
  const findings = new Findings(source)
  const plan = planOf(source, findings)
  return { plan, text: source.text, diagnostics: sorted([...diagnostics, ...findings.list()]) }
}

function planOf(source: Source, findings: Findings): TeddyPlan {
  const { before, parts } = partsOf(blocksOf(source.text))
  checkStructure(
    parts,
    findings,
    before.some((block) => holdsTitle(source, block)),
  )
  const partAt = (at: number): Part => partIn(source, findings, parts, at)
  const first = (fits: (part: PlanPart) => boolean): Part | undefined => {
    const at = parts.findIndex(fits)
    return at === -1 ? undefined : partAt(at)
  }
  const title = first((part) => part.kind === 'title')
  const rationale = first((part) => part.kind === 'section' && part.name === 'Rationale')
  const memos = first((part) => part.kind === 'section' && part.name === 'Memos')
  const list = first((part) => part.kind === 'section' && part.name === 'Action Plan')
  const header = title === undefined ? [] : readHeader(title)
  const read = rationale && readRationale(rationale)
  const actions = readActions(parts, partAt)
  if (list !== undefined) {
    readCode(list, list.blocks, 0)
    if (actions.length === 0) findings.add('E_NO_STEPS', 'There is no action below `## Action Plan`.', list.heading)
  }
  return {
    title: titleOf(parts, findings),
    header,
    ...(read && { rationale: read }),
    memos: memos === undefined ? [] : readMemos(memos),
    actions,
  }
}

function partIn(source: Source, findings: Findings, parts: readonly PlanPart[], at: number): Part {
  const { heading, blocks } = parts[at]!
  const end = parts[at + 1]?.heading.start ?? source.text.length
  return { source, findings, heading: { start: heading.start, end: heading.end }, blocks, end }
}

function readActions(parts: readonly PlanPart[], partAt: (at: number) => Part): Action[] {
  const actions: Action[] = []
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'action') actions.push(readAction(part.action, partAt(at), actions.length + 1))
  }
  return actions
}

function titleOf(parts: readonly PlanPart[], findings: Findings): TeddyPlan['title'] {
  const part = parts.find(({ kind }) => kind === 'title')
  if (part === undefined) return { value: '', start: 0, end: 0 }
  const { heading, start, end } = part.heading
  if (heading.text === '') findings.add('E_TITLE_EMPTY', 'The plan has no title.', part.heading)
  return { value: heading.text, start, end }
}

/** Language models like to put all of their answer between two fences. */
function holdsTitle({ text }: Source, block: Block): boolean {
  return block.kind === 'code' && text.slice(block.content.start, block.content.end).trimStart().startsWith('# ')
}

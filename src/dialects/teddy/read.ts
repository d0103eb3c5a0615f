import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { sorted } from '../../plan/diagnostics/diagnostic.ts'
import { Findings } from '../shared/findings.ts'
import { defaultLimits, type Limits } from '../shared/limits.ts'
import { readSource, type Source } from '../shared/source.ts'
import { firstPart, readActionList } from './action-list.ts'
import { type Block, blocksOf } from './blocks.ts'
import { readHeader } from './header.ts'
import { linesOf } from './lines.ts'
import { readMemos } from './memos.ts'
import { type PlanPart, partsOf, titleOf } from './parts.ts'
import type { TeddyPlan } from './plan.ts'
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
  const lines = linesOf(source.text)
  const { before, parts } = partsOf(blocksOf(lines))
  const reading = { source, lines, findings }
  const isInFence = before.some((block) => holdsTitle(source, block))
  checkStructure(parts, findings, { needed: ['Title', 'Rationale', 'Action Plan'], isInFence })
  const first = (fits: (part: PlanPart) => boolean) => firstPart(reading, parts, fits)
  const title = first((part) => part.kind === 'title')
  const rationale = first((part) => part.kind === 'section' && part.name === 'Rationale')
  const memos = first((part) => part.kind === 'section' && part.name === 'Memos')
  const read = rationale && readRationale(rationale)
  const name = titleOf(parts)
  if (title !== undefined && name.value === '') findings.add('E_TITLE_EMPTY', 'The plan has no title.', name)
  return {
    title: name,
    header: title === undefined ? [] : readHeader(title),
    ...(read && { rationale: read }),
    memos: memos === undefined ? [] : readMemos(memos),
    actions: readActionList(reading, parts),
  }
}

/** Language models like to put all of their answer between two fences. */
function holdsTitle({ text }: Source, block: Block): boolean {
  return block.kind === 'code' && text.slice(block.content.start, block.content.end).trimStart().startsWith('# ')
}

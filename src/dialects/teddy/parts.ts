import type { Block, HeadingBlock } from './blocks.ts'
import { actionOf, isMessage, type SectionName, sectionOf } from './landmarks.ts'
import type { ActionKind, Written } from './plan.ts'

/** The top level of a plan: its headings, each with the blocks below it. */
export type PlanPart = {
  readonly heading: HeadingBlock
  blocks: readonly Block[]
} & (
  | { readonly kind: 'title' }
  | { readonly kind: 'section'; readonly name: SectionName }
  | { readonly kind: 'action'; readonly action: ActionKind }
  /** A heading that no plan has. */
  | { readonly kind: 'unknown' }
)

export interface PlanParts {
  /** What stands before the title. */
  readonly before: readonly Block[]
  readonly parts: readonly PlanPart[]
}

/** Cuts the blocks of a plan at the headings that count where they stand. */
export function partsOf(blocks: readonly Block[]): PlanParts {
  const titleAt = titleIndex(blocks)
  const there = new Set(blocks.map((block) => (block.kind === 'heading' ? sectionOf(block) : undefined)))
  const parts: PlanPart[] = []
  let before = none
  let from = 0
  const endPart = (to: number): void => {
    const own = from === to ? none : blocks.slice(from, to)
    const last = parts.at(-1)
    if (last === undefined) before = own
    else last.blocks = own
    from = to + 1
  }
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!
    const part = block.kind === 'heading' ? partOf(block, at === titleAt, parts.at(-1), there) : undefined
    // Whoever says hello first has headings of his own.
    if (part === undefined || (part.kind === 'unknown' && at < titleAt)) continue
    endPart(at)
    parts.push(part)
  }
  endPart(blocks.length)
  return { before, parts }
}

/** Shared by all parts with nothing in them. */
const none: readonly Block[] = []

export function titleOf(parts: readonly PlanPart[]): Written {
  const part = parts.find(({ kind }) => kind === 'title')
  if (part === undefined) return { value: '', start: 0, end: 0 }
  const { text, start, end } = part.heading
  const isBold = text.length > 4 && text.startsWith('**') && text.indexOf('**', 2) === text.length - 2
  return { value: isBold ? text.slice(2, -2).trim() : text, start, end }
}

/** `#Title` is a title only where there is no better one: it may be a word with a `#`. */
function titleIndex(blocks: readonly Block[]): number {
  const isFirstLevel = (block: Block) => block.kind === 'heading' && block.level === 1 && block.near === undefined
  const end = blocks.findIndex((block) => block.kind === 'heading' && sectionOf(block) !== undefined)
  const front = end === -1 ? blocks : blocks.slice(0, end)
  const proper = front.findIndex((block) => isFirstLevel(block) && (block as HeadingBlock).isSpaced)
  if (proper !== -1) return proper
  const near = front.findIndex(isFirstLevel)
  return near !== -1 ? near : blocks.findIndex((block) => isFirstLevel(block) && (block as HeadingBlock).isSpaced)
}

function partOf(
  heading: HeadingBlock,
  isTitle: boolean,
  last: PlanPart | undefined,
  there: ReadonlySet<SectionName | undefined>,
): PlanPart | undefined {
  if (isTitle) return { kind: 'title', heading, blocks: none }
  const action = actionOf(heading)
  if (action !== undefined) return { kind: 'action', action, heading, blocks: none }
  if (last?.kind === 'action' && isMessage(last.action)) return undefined
  const name = sectionOf(heading)
  if (name !== undefined) return { kind: 'section', name, heading, blocks: none }
  const { level, isSpaced, near } = heading
  // What is there already was not meant a second time.
  const isMeant = near !== undefined && near !== 'Title' && !there.has(near as SectionName)
  if (isMeant || (near === 'Title' && last === undefined)) return { kind: 'unknown', heading, blocks: none }
  const isInRationale = last?.kind === 'section' && last.name === 'Rationale'
  const isInFront = last === undefined || last.kind === 'title'
  // `#### FIND:` belongs to its EDIT, and a rationale without a fence has headings of its own.
  if (!isSpaced || level === 0 || level > 3 || (level === 3 && (isInRationale || isInFront))) return undefined
  return { kind: 'unknown', heading, blocks: none }
}

import type { Block, HeadingBlock } from './blocks.ts'
import { actionOf, isMessage, type SectionName, sectionOf } from './landmarks.ts'
import type { ActionKind } from './plan.ts'

/** The top level of a plan: its headings, each with the blocks below it. */
export type PlanPart = {
  readonly heading: HeadingBlock
  readonly blocks: Block[]
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
  const parts: PlanPart[] = []
  const before: Block[] = []
  for (const [at, block] of blocks.entries()) {
    const last = parts.at(-1)
    const part = block.kind === 'heading' ? partOf(block, at === titleAt, last) : undefined
    // Whoever says hello first has headings of his own.
    if (part !== undefined && !(part.kind === 'unknown' && at < titleAt)) parts.push(part)
    else (last?.blocks ?? before).push(block)
  }
  return { before, parts }
}

/** `#Title` is a title only where there is no better one: it may be a word with a `#`. */
function titleIndex(blocks: readonly Block[]): number {
  const isFirstLevel = (block: Block) => block.kind === 'heading' && block.heading.level === 1
  const end = blocks.findIndex((block) => block.kind === 'heading' && sectionOf(block.heading) !== undefined)
  const front = end === -1 ? blocks : blocks.slice(0, end)
  const proper = front.findIndex((block) => isFirstLevel(block) && (block as HeadingBlock).heading.isSpaced)
  if (proper !== -1) return proper
  const near = front.findIndex(isFirstLevel)
  return near !== -1
    ? near
    : blocks.findIndex((block) => isFirstLevel(block) && (block as HeadingBlock).heading.isSpaced)
}

function partOf(heading: HeadingBlock, isTitle: boolean, last: PlanPart | undefined): PlanPart | undefined {
  const blocks: Block[] = []
  if (isTitle) return { kind: 'title', heading, blocks }
  const action = actionOf(heading.heading)
  const isInRationale = last?.kind === 'section' && last.name === 'Rationale'
  if (action !== undefined) return { kind: 'action', action, heading, blocks }
  if (last?.kind === 'action' && isMessage(last.action)) return undefined
  const name = sectionOf(heading.heading)
  if (name !== undefined) return { kind: 'section', name, heading, blocks }
  const { level, isSpaced } = heading.heading
  // `#### FIND:` belongs to its EDIT, and a rationale without a fence has headings of its own.
  if (level > 3 || (level === 3 && (isInRationale || last === undefined || last.kind === 'title')) || !isSpaced)
    return undefined
  return { kind: 'unknown', heading, blocks }
}

import { suggest } from '../../../plan/diagnostics/suggest.ts'
import { excerpt } from '../../shared/excerpt.ts'
import type { Block, CodeBlock, HeadingBlock } from '../blocks.ts'
import { checkFence } from '../code-blocks.ts'
import { type FieldSet, fieldNames, neededField, readFieldSet } from '../field-set.ts'
import { actionKinds, actionOf, headingOf, sectionOf } from '../landmarks.ts'
import type { Part } from '../part.ts'
import type { ChatAction, ConcludeAction, InvokeAction, Resource, Written } from '../plan.ts'
import { readResource } from '../resource.ts'
import type { ActionStart } from './start.ts'

export function readChat(part: Part, { position, heading, start, end }: ActionStart): ChatAction {
  const message = messageOf(part, part.blocks, part.heading.end)
  if (message.value === '') {
    part.findings.add('E_TEXT_EMPTY', 'The message to the user is empty.', part.heading, {
      hint: 'Write it below the heading.',
    })
  }
  return { position, heading, start, end, kind: 'CHAT_WITH_USER', message }
}

export function readInvoke(part: Part, { position, heading, start, end }: ActionStart): InvokeAction {
  const set = readFieldSet(part, invokeNames, true)
  const agent = neededField(part, set, 'Agent', 'Add `- **Agent:** Name`.')
  const handoff = handoffOf(part, set)
  return { position, heading, start, end, kind: 'INVOKE', agent, handoff, message: messageOf(part, set.rest, part.end) }
}

export function readConclude(part: Part, { position, heading, start, end }: ActionStart): ConcludeAction {
  const set = readFieldSet(part, concludeNames, true)
  const handoff = handoffOf(part, set)
  return { position, heading, start, end, kind: 'CONCLUDE', handoff, message: messageOf(part, set.rest, part.end) }
}

const handoffNames = { 'Handoff Resources': ['Resources', 'Handoff Resource'] } as const
const invokeNames = fieldNames({ Agent: [], ...handoffNames })
const concludeNames = fieldNames(handoffNames)

function handoffOf(part: Part, { fields }: FieldSet): Resource[] {
  const field = fields.get('Handoff Resources')
  if (field === undefined) return []
  const inline = field.value === '' ? [] : [field]
  return [...inline, ...field.items].flatMap((item) => readResource(part, item, { mayBeUrl: true }) ?? [])
}

/** All that is written from the first block on, as it is written. A rule before the next action belongs to nobody. */
function messageOf(part: Part, blocks: readonly Block[], fallback: number): Written {
  for (const block of blocks) {
    if (block.kind === 'heading') warnOfLikeness(part, block)
    if (block.kind === 'code' && (!block.isClosed || holdsAction(part, block))) checkFence(part, block)
  }
  const { text } = part.source
  const start = blocks[0] === undefined ? fallback : blocks[0].start
  const raw = blocks.length === 0 ? '' : text.slice(start, Math.max(blocks.at(-1)!.end, start))
  const value = raw.trimEnd().replace(/\r\n?/g, '\n')
  return { value, start, end: start + raw.trimEnd().length }
}

/** Such a block may well have been meant to end before the heading. */
function holdsAction({ lines }: Part, { from, to }: CodeBlock): boolean {
  for (let at = from; at < to; at++) if (actionOf(headingOf(lines, at)) !== undefined) return true
  return false
}

/** Only the heading of a known action ends a message. What was perhaps meant as one is said, since it will not be done. */
function warnOfLikeness(part: Part, block: HeadingBlock): void {
  const { level, name, text } = block
  const looksLikeOne = level === 3 && (name === name.toUpperCase() || text.startsWith('`'))
  const near =
    actionKinds.find((kind) => kind === block.near) ?? (looksLikeOne ? suggest(name, actionKinds) : undefined)
  const section = sectionOf(block)
  if (near !== undefined) {
    const message = 'This line is part of the message above it: an action does not begin like this.'
    part.findings.add('E_TEDDY_ACTION_UNKNOWN', message, block, {
      severity: 'warning',
      actual: excerpt(name),
      expected: near,
      hint: `Where an action is meant, write \`### ${near}\` and nothing else on the line.`,
    })
  } else if (section !== undefined) {
    const message = `This \`## ${section}\` is part of the message above it.`
    part.findings.add('E_TEDDY_STRUCTURE', message, block, {
      severity: 'warning',
      hint: 'Sections stand before the first action.',
    })
  }
}

import { checkFence, isEmpty, missingBlock, readCode } from './code-blocks.ts'
import { codeLines, writtenIn } from './code-text.ts'
import type { Part } from './part.ts'
import type { Written } from './plan.ts'

/** The text of a section that is one code block. Without a fence around it, it is read all the same. */
export function sectionText(part: Part, name: string): Written | undefined {
  const [first] = part.blocks
  if (first === undefined) {
    missingBlock(part, `There is nothing below \`## ${name}\`.`)
    return undefined
  }
  if (first.kind === 'code') {
    const [block] = readCode(part, part.blocks, 1)
    if (isEmpty(part, block!)) missingBlock(part, `The code block below \`## ${name}\` is empty.`)
    return writtenIn(block!, codeLines(part.source.text, block!))
  }
  const message = `The text below \`## ${name}\` does not stand in a code block.`
  part.findings.add('E_TEDDY_BLOCK_MISSING', message, part.heading, { severity: 'warning' })
  for (const block of part.blocks) if (block.kind === 'code') checkFence(part, block)
  const { start } = first
  const { end } = part.blocks.at(-1)!
  return { value: part.source.text.slice(start, end).replace(/\r\n?/g, '\n'), start, end }
}

import type { CST } from 'yaml'
import { excerpt } from '../excerpt.ts'
import type { Findings } from '../findings.ts'
import type { Span } from '../tree.ts'

/** As the library's `YAMLParseError` has it. */
interface YamlError {
  readonly code: string
  readonly message: string
  readonly pos: readonly [number, number]
}

export function reportYamlError({ code, message, pos }: YamlError, findings: Findings): void {
  if (toldAlready.has(code)) return
  const [start, end] = pos
  if (code === 'RESOURCE_EXHAUSTION') findings.add('E_TOO_DEEP', 'Too many levels are nested here.', { start, end })
  else addYaml(ourWords(code, message), { start, end }, findings)
}

export function reportErrorToken({ message, offset, source }: CST.ErrorToken, findings: Findings): void {
  const span = { start: offset, end: offset + source.length }
  addYaml(source === '' ? excerpt(message, 200) : `\`${excerpt(source)}\` cannot stand here.`, span, findings)
}

/** The library goes on after a fault and says more about the same spot; the first it says is the one to mend. */
function addYaml(message: string, span: Span, findings: Findings): void {
  findings.add('E_YAML', message, span, {}, 'the spot')
}

/** All of these are about an anchor, an alias or a tag, and each of those has its diagnostic. */
const toldAlready: ReadonlySet<string> = new Set([
  'ALIAS_PROPS',
  'BAD_ALIAS',
  'BAD_COLLECTION_TYPE',
  'MULTIPLE_ANCHORS',
  'MULTIPLE_TAGS',
  'BAD_PROP_ORDER',
  'TAG_RESOLVE_FAILED',
])

function ourWords(code: string, message: string): string {
  return sayings.find(([start]) => message.startsWith(start))?.[1] ?? byCode.get(code) ?? excerpt(message, 200)
}

/** The library's messages by how they start, where they do not tell a person what to mend. */
const sayings: readonly (readonly [string, string])[] = [
  ['Nested mappings', 'A second `: ` stands on this line. If it is part of the text, put the text in quotes.'],
  ['A block sequence may not', 'A list starts here, in a column where a key was expected.'],
  ['Implicit map keys', 'A key needs `: ` behind it. If this continues the text above, indent it further.'],
  ['Implicit keys', 'A key has to stand on one line with its `:`. Is there a `:` missing above?'],
  ['All mapping items', 'This key does not start in the column of the keys before it.'],
  ['All sequence items', 'This `-` does not start in the column of those before it.'],
  ['Sequence item without', 'An item of a list needs `- ` before it.'],
  ['Flow map must', 'A `{` is not closed by `}`.'],
  ['Flow map in block', 'A `{` is not closed by `}`, or its lines are not indented.'],
  ['Flow sequence must', 'A `[` is not closed by `]`.'],
  ['Flow sequence in block', 'A `[` is not closed by `]`, or its lines are not indented.'],
  ['Missing closing', 'A quote is opened and not closed.'],
  ['Missing , or :', 'Between two items a `,` is missing.'],
  ['Missing , between', 'Between two items a `,` is missing.'],
  [
    'Unexpected scalar at node end',
    'This does not belong to the value before it. Mend the indentation, or put the whole text in quotes.',
  ],
  ['Unexpected , in', 'There is nothing before this `,`.'],
  ['Unexpected empty item', 'There is nothing between two `,`.'],
  ['Unexpected block-seq-ind', 'A list has to start on the line below its key.'],
  ['Block scalar header', 'Behind `|` or `>` there may only be a digit, `+` or `-`; the text starts on the next line.'],
  ['Block scalar values', 'The lines below `|` or `>` have to be indented further than their key.'],
  ['Block scalars with more-indented', 'A blank line above the text is indented further than the text itself.'],
]

const byCode: ReadonlyMap<string, string> = new Map([
  ['TAB_AS_INDENT', 'A tab is used to indent. YAML counts blanks only.'],
  ['BAD_DQ_ESCAPE', 'There is no such escape in double quotes. Use `\\\\` for a backslash, or single quotes.'],
  ['BAD_SCALAR_START', 'Text cannot start with this character. Put it in quotes.'],
  ['BLOCK_IN_FLOW', 'Inside `[` or `{` everything has to be written with brackets and commas.'],
  ['KEY_OVER_1024_CHARS', 'A key is longer than 1024 characters.'],
])

import type { Fix } from '../../plan/diagnostics/diagnostic.ts'
import type { ListNode, ScalarNode, TreeNode } from '../shared/tree.ts'
import type { FrontMatterFile } from './front-matter.ts'
import { plainOrQuoted } from './scalar-text.ts'

/** The text of a field; undefined when it is not given, or holds something else, which is then said. */
export function textOf(file: FrontMatterFile, field: string): ScalarNode | undefined {
  const value = file.fields.get(field)?.value
  if (value === undefined) return undefined
  if (value.kind === 'scalar') return value.value === '' || isAlias(value) ? undefined : value
  const fix = value.kind === 'list' ? onlyItem(file, field, value) : undefined
  const actual = kinds[value.kind]
  const message = `\`${field}\` holds ${actual}; a text belongs here.`
  file.findings.add('E_FIELD_KIND', message, value, { actual, expected: kinds.scalar, ...(fix && { fix }) })
  return undefined
}

const kinds = { scalar: 'a text', list: 'a list', map: 'a mapping' } as const

//     id: [set-up]
//         ^ one item: what is meant is clear
function onlyItem({ source }: FrontMatterFile, field: string, { start, end, items }: ListNode): Fix | undefined {
  const [item, ...others] = items
  if (item?.kind !== 'scalar' || others.length > 0 || source.text[start] !== '[') return undefined
  const text = source.text.slice(item.start, item.end)
  return { title: `Write \`${field}\` as a text.`, edits: [{ file: source.file, start, end, text }] }
}

/** The items of a field that holds a list of texts. What is not an item of that kind is said and left out. */
export function listOf(file: FrontMatterFile, field: string): readonly ScalarNode[] {
  const value = file.fields.get(field)?.value
  if (value === undefined) return []
  if (value.kind === 'list') return value.items.filter((item) => isText(file, field, item))
  if (isEmpty(value) || isAlias(value)) return []
  const actual = kinds[value.kind]
  const fix = value.kind === 'scalar' ? wrapped(file, field, value) : undefined
  const message = `\`${field}\` holds ${actual}; a list belongs here.`
  file.findings.add('E_FIELD_KIND', message, value, { actual, expected: kinds.list, ...(fix && { fix }) })
  // One word is one item, whatever it is wrapped in; then whatever else is wrong with it is found at once.
  return value.kind === 'scalar' && /^[^\s,]+$/.test(value.value) ? [value] : []
}

function isEmpty(value: TreeNode): boolean {
  return value.kind === 'scalar' && value.style === 'plain' && value.value === ''
}

/** It has its diagnostic. */
function isAlias(value: TreeNode): boolean {
  return value.kind === 'scalar' && value.style === 'plain' && value.value.startsWith('*')
}

//     depends_on: set-up            depends_on: set-up, schema         verify: test a, b
//                 ^ [set-up]                    ^ [set-up, schema]             ^ one command or two?
function wrapped({ source }: FrontMatterFile, field: string, node: ScalarNode): Fix | undefined {
  const { value, start, end } = node
  if (node.style === 'block' || /[\r\n]/.test(value)) return undefined
  const parts = value.split(',').map((part) => part.trim())
  if (parts.length > 1 && field !== 'depends_on') return undefined
  const items = parts.filter((part) => part !== '').map((part) => plainOrQuoted(part, 'flow'))
  const edits = [{ file: source.file, start, end, text: `[${items.join(', ')}]` }]
  return { title: 'Put it in brackets.', edits }
}

function isText(file: FrontMatterFile, field: string, item: TreeNode): item is ScalarNode {
  if (item.kind !== 'scalar') {
    const fix = quoted(file, item)
    const actual = kinds[item.kind]
    const message = `An item of \`${field}\` is ${actual}; only texts belong here.`
    const details = { actual, expected: kinds.scalar, ...(item.kind === 'map' && { hint: quoteHint }) }
    file.findings.add('E_FIELD_KIND', message, item, { ...details, ...(fix && { fix }) })
    return false
  }
  if (isAlias(item)) return false
  if (item.value.trim() !== '') return true
  file.findings.add('E_EMPTY_ITEM', `An item of \`${field}\` is empty.`, item)
  return false
}

const quoteHint = 'A `: ` makes a mapping of a text. Put the text in quotes.'

//     - Mind this: it is one text
//       ^ read as a mapping
function quoted({ source }: FrontMatterFile, { kind, start, end }: TreeNode): Fix | undefined {
  const text = source.text.slice(start, end)
  if (kind !== 'map' || /^\{|[\r\n]/.test(text)) return undefined
  const edits = [{ file: source.file, start, end, text: plainOrQuoted(text, 'block') }]
  return { title: 'Put the text in quotes.', edits }
}

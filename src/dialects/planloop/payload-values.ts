import { suggest } from '../../plan/diagnostics/suggest.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { ScalarNode, TreeNode } from '../shared/tree.ts'
import type { PayloadFaults } from './payload-faults.ts'
import { type FieldKind, longestItem, mostItems } from './payload-fields.ts'
import type { Dependency } from './task.ts'

/** A field where it stands: `label` says whose it is, in words. */
export interface FieldPlace {
  readonly label: string
  readonly field: string
  readonly path: string
}

export type FieldValue = string | number | readonly string[] | readonly Dependency[]

/** The value of a field; undefined when it is not of its kind, which is then said. */
export function readValue(
  node: TreeNode,
  kind: FieldKind,
  place: FieldPlace,
  faults: PayloadFaults,
): FieldValue | undefined {
  switch (kind.holds) {
    case 'text':
      return readText(node, kind.most, place, faults)
    case 'name':
      return readName(node, place, faults)
    case 'texts':
      return readList(node, place, 'a list of texts', faults, (item, at) => readText(item, longestItem, at, faults))
    case 'choice':
      return readChoice(node, kind.among, place, faults)
    case 'version':
      return readVersion(node, place, faults)
    case 'task':
      return readTask(node, place, faults)
    case 'tasks':
      return readList(node, place, 'a list of task ids', faults, (item, at) => readTask(item, at, faults))
  }
}

function readText(node: TreeNode, most: number, place: FieldPlace, faults: PayloadFaults): string | undefined {
  if (!isString(node)) return wrongKind(node, place, 'a text', faults)
  const { length } = node.value
  if (length <= most) return node.value
  const message = `${place.label}: \`${place.field}\` has ${length} characters; at most ${most} are taken.`
  const hint = 'Say it shorter, or put it into a file of the project and name that file.'
  faults.add('E_TOO_LARGE', place.path, message, node, { actual: `${length}`, expected: `at most ${most}`, hint })
  return undefined
}

function readName(node: TreeNode, place: FieldPlace, faults: PayloadFaults): string | undefined {
  const text = readText(node, longestItem, place, faults)
  if (text === undefined || refForm.test(text)) return text
  const actual = excerpt(text)
  faults.add('E_TASK_REF', place.path, `${place.label}: \`${actual}\` is no name for a task.`, node, { actual })
  return undefined
}

const refForm = /^[A-Za-z][\w.-]{0,63}$/

function readChoice(
  node: TreeNode,
  among: readonly string[],
  place: FieldPlace,
  faults: PayloadFaults,
): string | undefined {
  if (!isString(node)) return wrongKind(node, place, 'a text', faults)
  if (among.includes(node.value)) return node.value
  const actual = excerpt(node.value)
  const near = suggest(node.value, among)
  const expected = among.join(', ')
  const message = `${place.label}: \`${place.field}\` is \`${actual}\`; it can be ${expected}.`
  const hint = near === undefined ? `Use one of ${expected}.` : `Did you mean \`${near}\`?`
  faults.add('E_FIELD_VALUE', place.path, message, node, { actual, expected, hint })
  return undefined
}

function readVersion(node: TreeNode, place: FieldPlace, faults: PayloadFaults): number | undefined {
  const number = wholeNumber(node)
  return number ?? wrongKind(node, place, 'a whole number', faults)
}

function readTask(node: TreeNode, place: FieldPlace, faults: PayloadFaults): Dependency | undefined {
  const number = wholeNumber(node)
  if (number !== undefined && number > 0) return number
  if (!isString(node)) return wrongKind(node, place, 'the id of a task, or its `ref`', faults)
  if (refForm.test(node.value)) return node.value
  const actual = excerpt(node.value)
  const hint = /^\d+$/.test(node.value) ? `Ids are numbers: write ${actual} without quotes.` : undefined
  const message = `${place.label}: \`${actual}\` in \`${place.field}\` is neither the id of a task nor a \`ref\`.`
  faults.add('E_FIELD_VALUE', place.path, message, node, { actual, expected: 'an id or a ref', ...(hint && { hint }) })
  return undefined
}

/** What of a list could be read. */
function readList<Item>(
  node: TreeNode,
  place: FieldPlace,
  expected: string,
  faults: PayloadFaults,
  readItem: (item: TreeNode, at: FieldPlace) => Item | undefined,
): Item[] | undefined {
  if (node.kind !== 'list') return wrongKind(node, place, expected, faults)
  if (node.items.length > mostItems) {
    const message = `${place.label}: \`${place.field}\` has ${node.items.length} items; at most ${mostItems} are taken.`
    faults.add('E_TOO_LARGE', place.path, message, node, { hint: 'Break the task into smaller ones.' })
    return undefined
  }
  return node.items.flatMap((item, index) => {
    const at = { ...place, path: `${place.path}[${index}]` }
    if (isString(item) && item.value.trim() === '') {
      faults.add('E_EMPTY_ITEM', at.path, `${place.label}: an item of \`${place.field}\` is empty.`, item)
      return []
    }
    return readItem(item, at) ?? []
  })
}

function isString(node: TreeNode): node is ScalarNode {
  return node.kind === 'scalar' && node.type === 'string'
}

/** `3`, not `3.0`, `-3` or `"3"`. A number that cannot be kept exactly has its fault from reading the JSON. */
function wholeNumber(node: TreeNode): number | undefined {
  if (node.kind !== 'scalar' || node.type !== 'number' || !/^\d{1,15}$/.test(node.value)) return undefined
  return Number(node.value)
}

function wrongKind(node: TreeNode, place: FieldPlace, expected: string, faults: PayloadFaults): undefined {
  const actual = kindOf(node)
  const message = `${place.label}: \`${place.field}\` holds ${actual}; ${expected} belongs here.`
  const hint =
    actual === 'null' && place.field !== 'id'
      ? 'Leave the field out instead.'
      : `Write ${expected}, as in ${examples.get(expected)}.`
  faults.add('E_FIELD_KIND', place.path, message, node, { actual, expected, hint })
  return undefined
}

function kindOf(node: TreeNode): string {
  if (node.kind !== 'scalar') return node.kind === 'list' ? 'a list' : 'an object'
  if (node.type === 'string') return 'a text'
  return node.type === 'null' ? 'null' : `${excerpt(node.value)}`
}

const examples: ReadonlyMap<string, string> = new Map([
  ['a text', '`"text"`'],
  ['a list of texts', '`["one", "two"]`'],
  ['a list of task ids', '`[2, "schema"]`'],
  ['a whole number', '`7`'],
  ['the id of a task, or its `ref`', '`2` or `"schema"`'],
])

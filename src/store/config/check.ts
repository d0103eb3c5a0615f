import { toData } from '../../dialects/shared/data.ts'
import { excerpt } from '../../dialects/shared/excerpt.ts'
import { Findings } from '../../dialects/shared/findings.ts'
import type { Source } from '../../dialects/shared/source.ts'
import type { MapNode, Pair, Span, TreeNode } from '../../dialects/shared/tree.ts'
import { checkValue, type ValueFault } from './check-value.ts'
import type { FileLayer, Found, Layer } from './layers.ts'
import { isGroup, isKey, type Key } from './settings.ts'
import { didYouMean, nearKey, unknownMessage } from './unknown-key.ts'
import { expectedOf } from './value-text.ts'

/** The settings in the tree of a configuration file. A faulty one is left out and the others stay. */
export function checkConfig(source: Source, root: TreeNode, layer: FileLayer): Layer {
  const findings = new Findings(source)
  const found = new Map<Key, Found>()
  const written = (span: Span) => excerpt(source.text.slice(span.start, span.end))

  const checkMap = (node: TreeNode, path: string) => {
    if (node.kind !== 'map') {
      const what = path === '' ? 'The configuration' : `\`${path}\``
      findings.add('E_CONFIG', `${what} has to be an object of settings.`, node, {
        actual: written(node),
        expected: '{ … }',
      })
    } else for (const [name, pair] of node.entries) checkPair(name, pair, path)
  }

  const checkPair = (name: string, pair: Pair, prefix: string) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    // A dot inside a name is no way down: what is written has one meaning only.
    if (name.includes('.')) unknown(path, pair)
    else if (isKey(path)) checkSetting(path, pair)
    else if (isGroup(path)) checkMap(pair.value, path)
    else if (path === '$schema') checkSchemaName(pair)
    else unknown(path, pair)
  }

  const checkSetting = (key: Key, pair: Pair) => {
    const data = toData(pair.value)
    const checked = checkValue(key, data)
    if ('value' in checked) {
      const range = source.lines.range(pair.start, pair.end)
      found.set(key, { data, value: checked.value, origin: { layer, file: source.file, range } })
      return
    }
    for (const fault of checked.faults) {
      const span = spanOf(fault, pair.value)
      const details = { actual: written(span), expected: expectedOf(key) }
      findings.add('E_CONFIG', `\`${key}\` has a value that it cannot have.`, span, details)
    }
  }

  const checkSchemaName = ({ value }: Pair) => {
    if (value.kind === 'scalar' && value.type === 'string') return
    findings.add('E_CONFIG', '`$schema` has a value that it cannot have.', value, {
      actual: written(value),
      expected: 'a text',
    })
  }

  const unknown = (path: string, { key, value }: Pair) => {
    const hint = isKey(path) ? { hint: `Write it as ${nested(path, written(value))}.` } : didYouMean(nearKey(path))
    findings.add('E_CONFIG', unknownMessage(path), key, { actual: written(key), ...hint })
  }

  checkMap(root, '')
  return { found, diagnostics: findings.list() }
}

/** Where inside a value the fault is. */
function spanOf({ path, isKey }: ValueFault, value: TreeNode): Span {
  let span: Span = value
  let node: TreeNode | undefined = value
  for (const [index, name] of path.entries()) {
    const pair: Pair | undefined = (node as Partial<MapNode>).entries?.get(String(name))
    node = node.kind === 'list' ? node.items[Number(name)] : pair?.value
    if (node === undefined) return span
    span = isKey && index === path.length - 1 && pair !== undefined ? pair.key : node
  }
  return span
}

/** `lock.wait` → `"lock": { "wait": "10s" }` */
function nested(key: Key, value: string): string {
  const names = key.split('.').map((name) => `"${name}": `)
  return `${names.join('{ ')}${value}${' }'.repeat(names.length - 1)}`
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { TreeNode } from '../../../src/dialects/shared/tree.ts'
import { readYaml } from '../../../src/dialects/shared/yaml.ts'
import { asMap, dataOf, nodesOf, sourceOf, written, yaml } from './read.ts'
import { key, styles, tree } from './yaml-arbitrary.ts'

describe('every node knows where it is written', () => {
  const text = 'a: 1\nb:\n  - x # c\n  - "y z"\nc: |\n  t\n\nd: {e: f}\n? g\n: h\ni:\n'
  const source = sourceOf(text)
  const { entries } = asMap(readYaml(source).root)

  it.each([
    ['a', 'a', '1', 'a: 1'],
    ['b', 'b', '- x # c\n  - "y z"', 'b:\n  - x # c\n  - "y z"'],
    ['c', 'c', '|\n  t', 'c: |\n  t'],
    ['d', 'd', '{e: f}', 'd: {e: f}'],
    ['g', 'g', 'h', '? g\n: h'],
    ['i', 'i', '', 'i:'],
  ])('%s', (name, key, value, pair) => {
    const entry = entries.get(name)!
    expect([written(source, entry.key), written(source, entry.value), written(source, entry)]).toEqual([
      key,
      value,
      pair,
    ])
  })

  it('so that a value can be replaced and nothing else changes', () => {
    fc.assert(
      fc.property(fc.dictionary(key, tree, { minKeys: 1 }), fc.nat(), styles, (data, which, style) => {
        const before = sourceOf(stringify(data, style))
        const root = readYaml(before).root!
        const scalars = [...nodesOf(root)].filter((node) => node.kind === 'scalar')
        const target = scalars[which % scalars.length]
        if (target === undefined) return
        const after = `${before.text.slice(0, target.start)} "patched"${before.text.slice(target.end)}`
        const reading = yaml(after)
        expect(reading.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(dataOf(reading)).toEqual(replaced(root, target))
      }),
      { numRuns: 500 },
    )
  })
})

/** The data of a tree with one scalar replaced. */
function replaced(node: TreeNode, target: TreeNode): unknown {
  if (node === target) return 'patched'
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map((item) => replaced(item, target))
  return Object.fromEntries([...node.entries].map(([name, { value }]) => [name, replaced(value, target)]))
}

import { type Data, toData } from '../../../src/dialects/shared/data.ts'
import { readJson } from '../../../src/dialects/shared/json.ts'
import { defaultLimits, type Limits } from '../../../src/dialects/shared/limits.ts'
import type { TreeReading } from '../../../src/dialects/shared/reading.ts'
import { readText, type Source } from '../../../src/dialects/shared/source.ts'
import type { MapNode, Span, TreeNode } from '../../../src/dialects/shared/tree.ts'
import { readYaml } from '../../../src/dialects/shared/yaml.ts'
import type { Diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The text as a source, whatever the size: for tests of what comes behind `readText`. */
export function sourceOf(text: string): Source {
  const { source } = readText('plan', text, 'data', { ...defaultLimits, data: Number.POSITIVE_INFINITY })
  return source!
}

export function yaml(text: string, limits: Limits = defaultLimits): TreeReading {
  return readYaml(sourceOf(text), undefined, limits)
}

export function json(text: string, limits: Limits = defaultLimits): TreeReading {
  return readJson(sourceOf(text), limits)
}

export function dataOf({ root }: TreeReading): Data | undefined {
  return root === undefined ? undefined : toData(root)
}

export function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return [...new Set(diagnostics.map(({ code }) => code))].sort()
}

/** `CODE line:column-line:column` of each, which is all a test should care for: messages may improve. */
export function placesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, range }) => {
    if (range === undefined) return `${code} nowhere`
    const { start, end } = range
    return `${code} ${start.line}:${start.column}-${end.line}:${end.column}`
  })
}

/** What is written at a span. */
export const written = ({ text }: Source, { start, end }: Span): string => text.slice(start, end)

export function asMap(node: TreeNode | undefined): MapNode {
  if (node?.kind !== 'map') throw new Error(`a mapping was expected, not ${node?.kind}`)
  return node
}

/** Every node below and including this one. */
export function* nodesOf(node: TreeNode): Generator<TreeNode> {
  yield node
  if (node.kind === 'list') for (const item of node.items) yield* nodesOf(item)
  if (node.kind === 'map') for (const { value } of node.entries.values()) yield* nodesOf(value)
}

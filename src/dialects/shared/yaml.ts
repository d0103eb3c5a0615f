import { defaultLimits, type Limits } from './limits.ts'
import type { TreeReading } from './reading.ts'
import type { Source } from './source.ts'
import type { Span } from './tree.ts'
import { readFull } from './yaml/full.ts'
import { readPlain } from './yaml/plain.ts'

/**
 * Reads YAML as text: no types, no anchors, no tags. A `span` of a larger text is read as if it stood alone, its places
 * are those in the larger text.
 */
export function readYaml(source: Source, span: Span = whole(source), limits: Limits = defaultLimits): TreeReading {
  const root = readPlain(source.text, span, limits)
  return root === undefined ? readFull(source, span, limits) : { root, diagnostics: [] }
}

function whole({ text }: Source): Span {
  return { start: 0, end: text.length }
}

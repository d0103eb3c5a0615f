import { Findings } from './findings.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { TreeReading } from './reading.ts'
import type { Source } from './source.ts'
import type { Span } from './tree.ts'
import { compose } from './yaml/compose.ts'
import { readTokens } from './yaml/tokens.ts'
import { toTree } from './yaml/tree.ts'

/**
 * Reads YAML as text: no types, no anchors, no tags. A `span` of a larger text is read as if it stood alone, its places
 * are those in the larger text.
 */
export function readYaml(source: Source, span: Span = whole(source), limits: Limits = defaultLimits): TreeReading {
  const findings = new Findings(source)
  const context = { source, limits, findings }
  const tokens = readTokens(span, context)
  if (tokens === undefined) return { diagnostics: findings.list() }
  const root = toTree(compose(tokens, span.end, findings), span.start, context)
  return { root, diagnostics: findings.list() }
}

function whole({ text }: Source): Span {
  return { start: 0, end: text.length }
}

import { Findings } from '../findings.ts'
import type { Limits } from '../limits.ts'
import type { TreeReading } from '../reading.ts'
import type { Source } from '../source.ts'
import type { Span } from '../tree.ts'
import { compose } from './compose.ts'
import { readTokens } from './tokens.ts'
import { toTree } from './tree.ts'

/** Reads any YAML, with the library. */
export function readFull(source: Source, span: Span, limits: Limits): TreeReading {
  const findings = new Findings(source)
  const context = { source, limits, findings }
  const tokens = readTokens(span, context)
  if (tokens === undefined) return { diagnostics: findings.list() }
  const root = toTree(compose(tokens, span.end, findings), span.start, context)
  return { root, diagnostics: findings.list() }
}

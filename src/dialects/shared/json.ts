import { visit } from 'jsonc-parser'
import { Findings } from './findings.ts'
import { reportJsonError } from './json/errors.ts'
import { isReadable } from './json/gate.ts'
import { TreeBuilder } from './json/tree-builder.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { TreeReading } from './reading.ts'
import type { Source } from './source.ts'

/** Reads JSON as RFC 8259 has it: no comments, no trailing commas. Numbers stay the text they are. */
export function readJson(source: Source, limits: Limits = defaultLimits): TreeReading {
  const findings = new Findings(source)
  const context = { source, limits, findings }
  // The library does not know the BOM.
  const text = source.text.replace(/^\ufeff/, ' ')
  if (!isReadable(text, context)) return { diagnostics: findings.list() }
  const tree = new TreeBuilder(context)
  visit(
    text,
    {
      onObjectBegin: (start) => tree.openMap(start),
      onObjectProperty: (name, start, length) => tree.key(name, start, start + length),
      onObjectEnd: (start, length) => tree.close(start + length),
      onArrayBegin: (start) => tree.openList(start),
      onArrayEnd: (start, length) => tree.close(start + length),
      onLiteralValue: (value, start, length) => tree.scalar(value, start, start + length),
      onError: (code, start, length) => reportJsonError(code, { start, end: start + length }, findings),
    },
    { disallowComments: true },
  )
  const diagnostics = findings.list()
  return tree.root === undefined ? { diagnostics } : { root: tree.root, diagnostics }
}

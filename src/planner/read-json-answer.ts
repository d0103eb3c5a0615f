import { type Data, toData } from '../dialects/shared/data.ts'
import { readJson } from '../dialects/shared/json.ts'
import { readText } from '../dialects/shared/source.ts'
import { type Diagnostic, diagnostic, hasErrors } from '../plan/diagnostics/diagnostic.ts'
import { jsonIn } from './json-in.ts'
import type { Examined } from './refine.ts'

/** What data has to look like: the value that it is, or everything that keeps it from being one. */
export type Shape<Value> = (
  data: Data,
) => { readonly value: Value } | { readonly faults: readonly [Diagnostic, ...Diagnostic[]] }

/** Takes the data out of an answer and holds it to its shape. */
export function readJsonAnswer<Value>(answer: string, shape: Shape<Value>): Examined<Value> {
  const json = jsonIn(answer)
  if (json === undefined) {
    const details = { expected: 'one JSON object, and nothing before or after it' }
    return {
      draft: answer,
      diagnostics: [diagnostic('E_ANSWER_SHAPE', 'There is no JSON object in the answer.', details)],
    }
  }
  const texts = new Map([[file, json]])
  const { source, diagnostics } = readText(file, json, 'data')
  const tree = source === undefined ? { diagnostics: [] } : readJson(source)
  const all = [...diagnostics, ...tree.diagnostics]
  if (tree.root === undefined || hasErrors(all)) return { draft: json, diagnostics: all, texts }
  const shaped = shape(toData(tree.root))
  if ('faults' in shaped) return { draft: json, diagnostics: [...all, ...shaped.faults], texts }
  return { value: shaped.value, draft: json, diagnostics: all, texts }
}

const file = 'answer.json'

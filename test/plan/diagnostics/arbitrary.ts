import fc from 'fast-check'
import { type Code, codes } from '../../../src/plan/diagnostics/codes.ts'
import type { Diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'
import { LineIndex } from '../../../src/plan/diagnostics/position.ts'

/** What a hostile plan would hold, one of each kind. */
const nastyUnits = [
  ['\0', '\x07', '\b', '\t', '\n', '\r', '\x1b', '\x7f', '\x85', '\x9b', '\u2028', '\u2029'],
  ['\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\u00ad', '\ufe0e', '\ufe0f', '\u{e0041}', '\u{e0100}'],
  ['\u0301', '\u20e3', '\u3164', '\u115f', '\u1161', '\u093f', '\ud83d', '\ude00', '\uffff'],
  ['👩', '❤', '🏽', '🇩', '🇪', '漢', 'é', '1', '#', '%', ':', ',', '[', '](', '{0}', ' ', '…', '│', '^'],
].flat()

/** Any string at all: ordinary, any code points, halves of surrogate pairs, and the nasty ones close together. */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom(...nastyUnits), { maxLength: 40 }).map((units) => units.join('')),
)

const anySource = fc.array(anyText, { maxLength: 4 }).map((parts) => parts.join(''))

const anyCode = fc.constantFrom(...(Object.keys(codes) as Code[]))
const anyOffset = fc.integer({ min: -2, max: 120 })

/** Any diagnostic over any source; `source` is the text of the file `file`. */
export const anyCase = anySource.chain((source) => {
  const index = new LineIndex(source)
  const range = fc.tuple(anyOffset, anyOffset).map(([start, end]) => index.range(start, end))
  const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const related = fc.record({ message: anyText, file: some(anyText), range: some(range) })
  const edit = fc.record({ file: anyText, start: fc.nat(99), end: fc.integer({ min: 99, max: 200 }), text: anyText })
  const diagnostic = fc.record({
    code: anyCode,
    severity: fc.constantFrom('error', 'warning', 'info'),
    message: anyText,
    file: some(anyText),
    range: some(range),
    actual: some(anyText),
    expected: some(anyText),
    hint: some(anyText),
    fix: some(fc.record({ title: anyText, edits: fc.array(edit, { maxLength: 3 }) })),
    related: some(fc.array(related, { maxLength: 2 })),
    url: fc.constant('docs/errors.md'),
  })
  return fc.record({
    source: fc.constant(source),
    diagnostic: diagnostic.map((one) => withoutUndefined(one) as Diagnostic),
  })
})

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutUndefined(inner)]))
}

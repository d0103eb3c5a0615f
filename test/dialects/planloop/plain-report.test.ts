import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUpdate } from '../../../src/dialects/planloop/payload.ts'
import { plainReport } from '../../../src/dialects/planloop/plain-report.ts'
import { seed } from '../../support/random.ts'

/** Mostly as it should be, and now and then not. */
function mostly<Value>(good: fc.Arbitrary<Value>, ...bad: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: good, weight: 9 }, { arbitrary: fc.constantFrom(...bad), weight: 1 })
}

const change = fc.record(
  {
    id: mostly(fc.integer({ min: 1, max: 12 }), 0, -1, 'ref', '3', 1.5, null),
    status: mostly(fc.constantFrom('TODO', 'DONE', 'IN_PROGRESS', 'CANCELLED'), 'done', 7),
    result: mostly(fc.constantFrom('It works.', '"quoted" \\ {braces}', 'two\nlines'), '', ' ', 'é', '\u0007', 7),
    notes: mostly(fc.constantFrom('Mind this.'), null),
  },
  { requiredKeys: ['id'] },
)
const payload = fc
  .record(
    {
      update_tasks: mostly(fc.array(change, { maxLength: 3 }), {}, null, 'x'),
      final_summary: mostly(fc.constantFrom('All of it.'), '', 3),
      last_seen_version: mostly(fc.constantFrom(7, 0), -1, 1.5, '7'),
    },
    { requiredKeys: [] },
  )
  .chain((fields) => mostly(fc.constant(fields), { ...fields, agent: 'a' }, { ...fields, add_tasks: [] }))

describe('a report that is written plainly', () => {
  it.each([
    '{"update_tasks":[{"id":2,"status":"DONE"}]}',
    '{ "update_tasks": [\n  { "id": 2, "status": "DONE", "result": "It is \\"there\\"." } ]\n}',
    '{"final_summary": "Done."}',
    '{"update_tasks": [{"id": 2, "notes": "x"}], "last_seen_version": 4}',
  ])('%j is read', (text) => {
    expect(plainReport(text)).toEqual(readUpdate(text).payload)
    expect(readUpdate(text).faults).toEqual([])
  })

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{}',
    '{"update_tasks":[]}',
    '{"update_tasks":[{"id":2,"status":"DONE","status":"TODO"}]}',
    '{"update_tasks":[{"id":2,"id":3,"status":"DONE"}]}',
    '{"update_tasks":[{"id":2.0,"status":"DONE"}]}',
    '{"update_tasks":[{"id":2e0,"status":"DONE"}]}',
    '{"update_tasks":[{"id":2,"status":"\\u0044ONE"}]}',
    '{"update_tasks":[{"id":2,"__proto__":{}}]}',
    '{"add_tasks":[],"update_tasks":[{"id":2,"status":"DONE"}]}',
    '{"update_tasks":[{"id":2,"result":"caf\u00e9"}]}',
    '{"update_tasks":[{"id":2,"result":"a\u200bb"}]}',
    `{"final_summary":"${'x'.repeat(20_001)}"}`,
  ])('E: %j is left to whoever has the words for it', (text) => {
    expect(plainReport(text)).toBeUndefined()
  })

  it(`is read as the other reader reads it, or not at all (seed ${seed})`, () => {
    let read = 0
    fc.assert(
      fc.property(payload, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const plain = plainReport(text)
        if (plain === undefined) return
        read++
        expect({ payload: plain, faults: [] }).toEqual(readUpdate(text))
      }),
      { seed, numRuns: 3000 },
    )
    expect(read).toBeGreaterThan(300)
  })
})

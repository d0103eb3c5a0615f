import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TeddyPlan } from '../../../src/dialects/teddy/plan.ts'
import { renderTeddy } from '../../../src/dialects/teddy/render.ts'
import { sanitizeFences } from '../../../src/dialects/teddy/sanitize.ts'
import { hasErrors } from '../../../src/plan/diagnostics/diagnostic.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { fenceLine, plainLine, planOf } from './plan-arbitrary.ts'
import { meaning, read } from './plan-text.ts'

it(`a plan reads back as it was, whatever stands in it (seed ${seed})`, () => {
  fc.assert(
    fc.property(planOf(fenceLine), (plan) => expectSame(renderTeddy(plan), plan)),
    { seed, numRuns: rounds(300, 10_000) },
  )
})

it(`E67: with fences of three everywhere, sanitized, the same plan comes back (seed ${seed})`, () => {
  fc.assert(
    fc.property(planOf(fenceLine), (plan) => {
      const text = renderTeddy(plan, () => 3)
      expectSame(sanitizeFences(text).text, plan)
    }),
    { seed, numRuns: rounds(1000, 50_000) },
  )
})

it(`a safe plan comes back byte for byte (seed ${seed})`, () => {
  fc.assert(
    fc.property(planOf(fenceLine), fc.boolean(), (plan, isWindows) => {
      const text = isWindows ? renderTeddy(plan).replaceAll('\n', '\r\n') : renderTeddy(plan)
      expect(sanitizeFences(text)).toEqual({ text, changes: [] })
    }),
    { seed, numRuns: rounds(300, 10_000) },
  )
})

it(`sanitizing twice is sanitizing once, whatever the text is (seed ${seed})`, () => {
  const heading = fc.constantFrom(
    '# T',
    '## Rationale',
    '## Memos',
    '## Action Plan',
    '### `CREATE`',
    '### EDIT',
    '### `RESEARCH`',
    '### CHAT_WITH_USER',
    '### READ',
    '`FIND:`',
    '`REPLACE:`',
    '-->',
    '- item',
    '      ```x',
    '#### CREATE',
    '**EDIT**',
    '### Create it',
    '### DELETE',
    '- **File Path:** a',
    '**Action Plan**',
    '# Rationale',
    'Memos',
    '---',
    '**Find**',
    '- **REPLACE:**',
    '```sh',
  )
  const line = fc.oneof(fenceLine, fenceLine, heading, plainLine)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const once = sanitizeFences(lines.join('\n')).text
      expect(sanitizeFences(once)).toEqual({ text: once, changes: [] })
    }),
    { seed, numRuns: rounds(5000, 200_000) },
  )
})

function expectSame(text: string, plan: TeddyPlan): void {
  const reading = read(text)
  const { rationale, ...rest } = plan
  const { text: _, ...sections } = rationale!
  expect(meaning(reading.plan)).toEqual(
    meaning({ ...rest, rationale: { ...sections, text: reading.plan!.rationale!.text } }),
  )
  expect(hasErrors(reading.diagnostics)).toBe(false)
}

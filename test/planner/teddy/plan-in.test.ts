import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planIn } from '../../../src/planner/teddy/plan-in.ts'

const fixtures = 'test/planner/teddy/fixtures'

it.each(readdirSync(fixtures))('the plan in an answer: %s', async (name) => {
  const plan = planIn(readFileSync(join(fixtures, name, 'answer.md'), 'utf8'))
  await expect(plan).toMatchFileSnapshot(join('fixtures', name, 'plan.md'))
  expect(planIn(plan)).toBe(plan)
})

it('any text is taken for a plan without a fault of ours', () => {
  const line = fc.constantFrom('```', '```markdown', '````', '~~~', '# T', '## Rationale', '### `CREATE`', 'x', '')
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
      expect(planIn(lines.join('\n')).endsWith('\n')).toBe(true)
    }),
  )
})

import { expect, it } from 'vitest'
import { Person } from './person.ts'
import { ambiguous, safe } from './plans.ts'

it('a sound plan: what is in it, and exit code 0', async () => {
  const person = new Person()
  person.file('plan.md', safe)
  expect(await person.check('plan.md')).toEqual({ code: 0, out: 'plan.md: 2 actions (CREATE, READ): nothing wrong\n' })
})

it('every fault at once, with its line, and exit code 1', async () => {
  const person = new Person()
  person.file('plan.md', ambiguous.replace('### `READ`', '### `REED`').replace('## Rationale', '## Rational'))
  const { code, out } = await person.check('plan.md')
  expect(code).toBe(1)
  await expect(out).toMatchFileSnapshot('fixtures/check.txt')
})

it('for programs', async () => {
  const person = new Person()
  person.stdin = safe.replace('](/docs/install.md)', '](/docs/other.md)')
  const { code, out } = await person.check(undefined, true)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    file: '<stdin>',
    title: 'A page about installing',
    actions: [
      { position: 1, kind: 'CREATE' },
      { position: 2, kind: 'READ' },
    ],
    isSound: true,
    errors: 0,
    warnings: 1,
    diagnostics: [{ code: 'E_TEDDY_LINK_TEXT', range: { start: { line: 21 } } }],
  })
})

it('the clipboard, without a word and at a terminal', async () => {
  const person = new Person()
  person.clipboard = safe
  expect((await person.check(undefined)).out).toContain('<clipboard>: 2 actions')
})

it('H90: control characters of a plan are spelled out', async () => {
  const person = new Person()
  person.file('plan.md', safe.replace('# A page', '# A \u001b[2J page'))
  const { code, out } = await person.check('plan.md')
  expect(code).toBe(1)
  expect(out).toContain('^[[2J')
  expect(out).not.toContain('\u001b')
})

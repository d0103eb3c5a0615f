import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTeddyPlan } from '../../../src/dialects/teddy/read-plan.ts'
import { isKebab } from '../../../src/plan/kebab.ts'

const bytes = readFileSync(join(import.meta.dirname, 'fixtures', 'all-actions', 'plan.md'))
const text = bytes.toString()

function readPlan(plan: string) {
  return readTeddyPlan(new Map([['plan.md', Buffer.from(plan)]]), { key: 'k', prefix: 'turn/' })
}

describe('a teddy plan in the one model', () => {
  const { plan, diagnostics, signed, words } = readPlan(text)

  it('has a step for each action, each depending on the one before', () => {
    expect(diagnostics).toEqual([])
    expect(plan).toMatchObject({ key: 'k', dialect: 'teddy', title: 'All nine of them' })
    expect(plan.steps.map(({ title, files }) => [title, files])).toEqual([
      ['CREATE docs/new.md', ['docs/new.md']],
      ['READ https://example.com/docs', undefined],
      ['EDIT src/a.ts', ['src/a.ts']],
      ['EXECUTE ls -l', undefined],
      ['RESEARCH What others do.', undefined],
      ['CHAT_WITH_USER Shall I go on?…', undefined],
      ['INVOKE Architect', undefined],
      ['PRUNE docs/old.md', undefined],
      ['CONCLUDE That was it.', undefined],
    ])
    expect(plan.steps.map(({ dependsOn }) => dependsOn)).toEqual([[], ...plan.steps.slice(0, -1).map(({ id }) => [id])])
    expect(plan.steps[3]).toMatchObject({ timeoutMs: 30_000 })
    expect(words.size).toBe(0)
  })

  it('gives each step its text, its place and an id of position and hash', () => {
    for (const [at, { id, text: own, place }] of plan.steps.entries()) {
      expect(isKebab(id)).toBe(true)
      expect(id).toMatch(new RegExp(`^${at + 1}-[0-9a-f]{16}$`))
      expect(text.slice(place!.text!.start.offset, place!.text!.end.offset)).toBe(own)
      expect(place!.file).toBe('turn/plan.md')
    }
    expect(readPlan(text).plan.steps).toEqual(plan.steps)
    const ids = (changed: string) => readPlan(changed).plan.steps.map(({ id }) => id)
    const before = ids(text)
    const after = ids(text.replace('A page.', 'A leaf.'))
    expect(after.map((id, at) => id === before[at])).toEqual([false, ...Array(8).fill(true)])
  })

  it('G84: an approval covers the whole file', () => {
    expect(Buffer.from(signed.plan).equals(bytes)).toBe(true)
    expect([...signed.steps.keys()]).toEqual(plan.steps.map(({ id }) => id))
  })

  it('E69: marks of state in the text are only text', () => {
    expect(readPlan(text.replace('Shall I go on?', '- [x] done\nStatus: SUCCESS')).words.size).toBe(0)
  })
})

it('says when there is no file, and when it is no text', () => {
  const options = { key: 'k', prefix: '' }
  expect(readTeddyPlan(new Map(), options)).toMatchObject({
    plan: { steps: [] },
    diagnostics: [{ code: 'E_PLAN_FILE_MISSING' }],
  })
  const broken = readTeddyPlan(new Map([['plan.md', new Uint8Array([0xff])]]), options)
  expect(broken).toMatchObject({ plan: { title: 'k', steps: [] }, diagnostics: [{ code: 'E_ENCODING' }] })
})

import { describe, expect, test } from 'vitest'
import { now } from '../../../src/faces/cli/steadplan/now/now.ts'
import { Person, task } from './look/person.ts'

const bare = (json = false) => {
  return (terminal: Person['terminal'], context: Person['context']) => now(terminal, context, { json })
}

describe('steadplan', () => {
  test('says what needs you, the most urgent first', async () => {
    const ann = new Person()
    await ann.new('a-ready')
    await ann.approve('a-ready')
    await ann.new('b-refused')
    await ann.reject('b-refused', 'Too vague\u001b[2J')
    await ann.new('c-draft')
    await ann.new('d-changed')
    await ann.approve('d-changed')
    ann.edit('plans/d-changed/tasks/01-set-up.md', 'Set up', 'Set it up')
    ann.plan('e-half', 'Half', { '01-a': task('a', 'status: interrupted') })
    ann.plan('f-broken', 'Broken', { '01-a': task('a', 'depends_on: [b]') })
    ann.plan('g-running', 'Running', { '01-a': task('a') })
    await ann.approve('g-running')
    ann.edit('plans/g-running/tasks/01-a.md', 'id: a\n', 'id: a\nstatus: in_progress\n')
    expect(await ann.says(bare())).toBe(`5 plans need you:
  f-broken   1 fault  steadplan check f-broken
  e-half     interrupted: a  steadplan resume e-half
  d-changed  changed since the approval  steadplan diff d-changed
  c-draft    waits for your review  steadplan review c-draft
  b-refused  rejected, waits for its author: "Too vague^[[2J"  steadplan show b-refused
  g-running  1 step running  steadplan show g-running
  a-ready    ready: 1 step can start  steadplan run a-ready
`)
    expect(ann.isSafe).toBe(true)
    const { needsYou, others } = await ann.json(bare(true))
    expect(needsYou.map((one: { needs: string }) => one.needs)).toEqual([
      'faults',
      'interrupted',
      'changed',
      'review',
      'author',
    ])
    expect(needsYou[4].feedback.text).toBe('Too vague\u001b[2J')
    expect(others.map((one: { needs: string }) => one.needs)).toEqual(['running', 'ready'])
  })

  test('says what one can do where nothing is', async () => {
    const ann = new Person()
    const said = await ann.says(bare())
    expect(said).toContain('Nothing needs you.')
    expect(said).toContain('steadplan new')
    expect(said).toContain('steadplan --help')
    expect(await ann.json(bare(true))).toEqual({ needsYou: [], others: [], diagnostics: [] })
  })

  test('is as long with 100 plans as with 11', async () => {
    const ann = new Person()
    for (let at = 0; at < 100; at++) ann.plan(`plan-${at}`, 'T', { '01-a': task('a') })
    const lines = (await ann.says(bare())).trimEnd().split('\n')
    expect(lines).toHaveLength(12)
    expect(lines.at(-1)).toBe('  … and 90 more: steadplan list')
  })
})

import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventLines } from '../../../../src/faces/cli/steadplan/look/history/event-lines.ts'
import { timeline } from '../../../../src/faces/cli/steadplan/look/history/timeline.ts'
import { planHistory } from '../../../../src/faces/cli/steadplan/look/history.ts'
import type { HistoryOptions } from '../../../../src/faces/cli/steadplan/look.ts'
import type { PlanRecord } from '../../../../src/plan/records.ts'
import type { Logged } from '../../../../src/plan/state.ts'
import { Person } from './person.ts'

const history = (options: HistoryOptions = {}, plan?: string) => {
  return (terminal: Person['terminal'], context: Person['context']) => planHistory(terminal, context, plan, options)
}

describe('steadplan history', () => {
  test('tells versions and what happened in one line of time', async () => {
    const ann = new Person()
    await ann.new('login')
    await ann.reject('login', 'Too vague\nSay more', [{ text: 'Which table?', step: 'set-up' }])
    ann.edit('plans/login/tasks/01-set-up.md', 'Set up', 'Set up the users')
    await ann.approve('login')
    expect(await ann.says(history())).toBe(`<time>  version 1 by ann (new), 4 files
<time>  comment by ann on set-up
                    Which table?
<time>  draft → proposed by ann
<time>  proposed → rejected by ann
                    Too vague
                    Say more
<time>  version 2 by ann (reviewed)
<time>  rejected → needs_review by ann
<time>  approved by ann (command): version 2
`)
    expect(await ann.says(history({ limit: 1 }))).toBe(`… 6 earlier lines: --limit 7 shows all
<time>  approved by ann (command): version 2
`)
    const { events, earlier } = await ann.json(history({ json: true, limit: 2 }))
    expect(earlier).toBe(5)
    expect(events).toMatchObject([{ type: 'plan.moved' }, { type: 'approval', version: 2, by: 'ann' }])
  })

  test('--restore puts the files of a version back, and nothing is lost', async () => {
    const ann = new Person()
    await ann.new('login')
    const before = ann.read('plans/login/tasks/01-set-up.md')
    ann.edit('plans/login/tasks/01-set-up.md', 'Set up', 'Something else')
    ann.write('plans/login/tasks/04-more.md', 'more')
    fs.rmSync(join(ann.root, 'plans/login/tasks/03-try-it.md'))
    expect(await ann.says(history({ restore: 1 }))).toBe(
      'login is as it was in version 1 again: 3 files\nIt is version 3 now. What was there before is version 2\n',
    )
    expect(ann.read('plans/login/tasks/01-set-up.md')).toBe(before)
    expect(fs.readdirSync(join(ann.root, 'plans/login/tasks'))).toHaveLength(3)
    expect(await ann.says(history({ restore: 1 }))).toBe('login is as it was in version 1 already\n')
    expect(await ann.json(history({ restore: 2, json: true }))).toMatchObject({ restored: 2, version: 4, before: 3 })
    expect(ann.read('plans/login/tasks/04-more.md')).toBe('more')
    expect(await ann.says(history({ restore: 9 }))).toContain('E_UNKNOWN_VERSION')
  })

  test('B34: brings back a plan whose directory is gone', async () => {
    const ann = new Person()
    await ann.new('login')
    await ann.new('other')
    fs.rmSync(join(ann.root, 'plans/login'), { recursive: true })
    expect(await ann.says(history({}, 'login'))).toContain('version 1 by ann')
    expect(await ann.says(history({ restore: 1 }, 'login'))).toContain('It is version 2 now\n')
    expect(ann.read('plans/login/plan.md')).toContain('title: Add a login page')
    expect(await ann.says(history({ restore: 1 }, '../login'))).toContain('E_UNKNOWN_PLAN')
  })

  test('H90: feedback and names in a log steer no terminal', async () => {
    const ann = new Person()
    ann.env.USER = 'a\u001b[2Jnn'
    await ann.new('login')
    await ann.reject('login', '\u001b]0;x\u0007\u202e')
    await ann.says(history())
    expect(ann.out).toContain('^[]0;x^G<U+202E>')
    expect(ann.isSafe).toBe(true)
  })

  test('claims that follow each other are one line', () => {
    const moment = { wallMs: 0, monotonicMs: 0, host: 'h', boot: 'b' }
    const records: PlanRecord[] = [
      { type: 'lease.taken', on: 'step:a', holder: 'x', ttlMs: 1, moment },
      { type: 'lease.renewed', on: 'step:a', token: 1, moment },
      { type: 'lease.ended', on: 'step:a', token: 1, why: 'released' },
      { type: 'step.moved', step: 'a', from: 'in_progress', to: 'complete', by: 'x' },
      { type: 'lease.taken', on: 'step:b', holder: 'x', ttlMs: 1, moment },
    ]
    const logged = records.map(
      (record, at): Logged<PlanRecord> => ({ ...record, at: `2026-01-0${at + 1}T00:00:00Z`, seq: at + 1 }),
    )
    expect(timeline([], logged)).toMatchObject([
      { type: 'claims', taken: 1, renewed: 1, ended: 1 },
      { type: 'step.moved', step: 'a' },
      { type: 'claims', taken: 1, renewed: 0, ended: 0 },
    ])
  })

  test.each([5, null, { toString: 1 }, '\u001b[2J', 'x'.repeat(1000)])(
    'C47: a record of a later version with the time %j',
    (at) => {
      const record = { type: 'later\u001b[2J', at, seq: 1 } as unknown as Logged<PlanRecord>
      const [event] = timeline([], [record])
      const [line] = eventLines(event!, new Person().terminal)
      expect(line).toContain('something that this version does not know: later^[[2J')
      expect(line).not.toContain('\u001b')
      expect(line!.length).toBeLessThan(200)
    },
  )

  test('B31: a clock that was set back changes the order of neither', () => {
    const note = (at: string, text: string): Logged<PlanRecord> => ({ type: 'note', by: 'x', text, at, seq: 1 })
    const records = [note('2026-05-01', 'a'), note('2026-01-01', 'b'), note('2026-06-01', 'c')]
    expect(timeline([], records).map((event) => event.type === 'note' && event.text)).toEqual(['a', 'b', 'c'])
  })
})

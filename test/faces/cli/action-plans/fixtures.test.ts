import * as fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check } from '../../../../src/faces/cli/steadplan/check/check.ts'
import { review } from '../../../../src/faces/cli/steadplan/decide/review.ts'
import { showPlan } from '../../../../src/faces/cli/steadplan/look/show.ts'
import { PlanPerson } from '../plan-person.ts'

const folder = join(import.meta.dirname, 'fixtures')

/** Each folder holds a project with a plan, and what the commands say about it. */
describe.each(fs.readdirSync(folder))('%s', (name) => {
  const word = fs.existsSync(join(folder, name, 'project/docs/next.md')) ? 'docs/next.md' : 'login'

  const commands = {
    check: (person: PlanPerson) => check(person.terminal, person.context, [word], { format: 'text', version: '1' }),
    show: (person: PlanPerson) => showPlan(person.terminal, person.context, word, undefined, {}),
    review: (person: PlanPerson) => review(person.terminal, person.context, word, {}),
  }

  test.each(Object.entries(commands))('%s', async (command, run) => {
    const person = new PlanPerson({})
    fs.cpSync(join(folder, name, 'project'), person.root, { recursive: true })
    person.answers = [...Array.from({ length: 20 }, () => ''), 'q']
    await run(person)
    const said = person.out.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
    await expect(said).toMatchFileSnapshot(join(folder, name, `${command}.txt`))
    expect(/[\p{Cc}\p{Cf}]/u.test(said.replaceAll('\n', ''))).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { approveStepOf } from '../../../../src/faces/cli/steadplan/run/approve-step.ts'
import type { PlanPerson } from '../plan-person.ts'
import { personWithScript, task } from './scripted.ts'

const steps = {
  'tasks/01-a.md': task('id: a\napproval: user\nverify:\n  - make deploy', 'Put it on the server.'),
  'tasks/02-b.md': task('id: b'),
}
const approve = (person: PlanPerson, step = 'a', options = {}) =>
  approveStepOf(person.hush().terminal, person.context, 'login', step, options)

describe('steadplan approve --step', () => {
  test('shows the step whole and asks; once it has its yes there is nothing to ask', async () => {
    const person = await personWithScript(steps)
    person.answers = ['no', 'y']
    expect(await approve(person)).toBe(1)
    expect(person.out).toContain('Put it on the server.')
    expect(person.out).toContain('make deploy')
    expect(await approve(person)).toBe(0)
    expect(person.out).toContain('a of login has its yes\n')
    await expect(approve(person, 'a', { yes: true })).rejects.toThrow('has its yes already, by ann')
  })

  test('is refused to programs and agents, for steps that need none, and for what is not approved', async () => {
    const person = await personWithScript(steps)
    await expect(approve(person, 'b')).rejects.toThrow('needs no yes of its own')
    person.isInteractive = false
    await expect(approve(person, 'a', { yes: true })).rejects.toMatchObject({ code: 'E_NEEDS_PERSON' })
    person.isInteractive = true
    person.write('plans/login/tasks/01-a.md', task('id: a\napproval: user', 'Put it elsewhere.'))
    await expect(approve(person, 'a', { yes: true })).rejects.toMatchObject({ code: 'E_NOT_APPROVED' })
  })

  test('for programs, where the policy lets them', async () => {
    const person = await personWithScript(steps, {}, { approval: { policy: 'auto' } })
    person.isInteractive = false
    expect(await approve(person, 'a', { json: true })).toBe(0)
    expect(person.json).toMatchObject({ plan: 'login', step: 'a' })
  })
})

import { expect, it } from 'vitest'
import { planHistory } from '../../../../src/faces/cli/steadplan/look/history.ts'
import { Loop, task } from './loop.ts'

it('steadplan history tells what happened in a session', async () => {
  const loop = new Loop()
  loop.env.USER = 'ann'
  const id = await loop.beginWith([task('Add the \u001b[2Jform')])
  await loop.update({ update_tasks: [{ id: 2, notes: 'Mind it.' }] })
  await loop.alert({ message: 'It fails.', task: 2 })
  await loop.alert({ clear: true })
  await loop.update({ update_tasks: [{ id: 2, status: 'CANCELLED' }], final_summary: 'Not needed.' })
  const { out } = await loop.run({}, (terminal, context) => planHistory(terminal, context, id, {}))
  const lines = out.split('\n').map((line) => line.slice('2026-11-16 09:12  '.length))
  for (const line of [
    'the session is started by ann',
    '  Implement user authentication',
    '2: added by anonymous: Add the ^[[2Jform',
    '2: notes changed by anonymous',
    'signal test_failure (blocker) raised by anonymous',
    '  It fails.',
    'signal test_failure cleared by anonymous',
    '2: waiting → skipped by anonymous',
    'final summary by anonymous',
    '  Not needed.',
  ]) {
    expect(lines).toContain(line)
  }
  expect(out).not.toContain('does not know')
})

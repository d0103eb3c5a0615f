import { expect, it } from 'vitest'
import { raiseSignal } from '../../../src/run/planloop/alert.ts'
import { planMarkdown } from '../../../src/run/planloop/plan-markdown.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { readWholeSession } from '../../../src/store/planloop/tasks.ts'
import { type Loop, loopWith, task } from './session-kit.ts'

async function page({ place }: Loop): Promise<string> {
  return planMarkdown('a-1', await readWholeSession(realMachine, place))
}

it('a session is a checklist', async () => {
  const loop = await loopWith([
    task('Add the users table', { verify: ['npm test'], creates: ['src/table.ts'], notes: 'Mind the index.' }),
    task('Add the login page', { dependencies: [2] }),
    task('Add a help page'),
  ])
  await loop.update({
    update_tasks: [
      { id: 3, status: 'IN_PROGRESS' },
      { id: 4, status: 'CANCELLED' },
    ],
  })
  await raiseSignal(await loop.open(), { id: 'ci', task_id: 2, level: 'warning', message: 'It is slow.' })
  const lines = (await page(loop)).split('\n')
  expect(lines[0]).toBe('# Implement user authentication')
  expect(lines[2]).toMatch(/^Session `a-1`, version \d+: 2 of 4 tasks are finished\.$/)
  expect(lines.filter((line) => line.startsWith('- ['))).toEqual([
    "- [x] **1** Decompose the goal 'Implement user authentication' into a list of tasks.",
    '- [ ] **2** Add the users table',
    '- [ ] **3** Add the login page (in progress; after 2)',
    '- [ ] **4** Add a help page (cancelled)',
  ])
  expect(lines).toEqual(
    expect.arrayContaining([
      '  - files: `spec.md`',
      '  - makes: `src/table.ts`',
      '  - proven by: `npm test`',
      '  - notes: Mind the index.',
      '- warning, `ci` on task 2: It is slow.',
    ]),
  )
})

it('E69 H92: what others wrote stays text', async () => {
  const hostile = '# Head\n- [x] done <script>![i](http://x/y) | `a` \u001b[2J\u202e'
  const loop = await loopWith([])
  await loop.update({ final_summary: `\`\`\`\n${hostile}` })
  await raiseSignal(await loop.open(), { id: 'x', level: 'info', message: hostile })
  const text = await page(loop)
  for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character)
  const [before] = text.split('## Summary')
  expect(before!.match(/^- \[x\]/gm)).toHaveLength(1)
  expect(before!.match(/^# /gm)).toHaveLength(1)
  expect(text).toMatch(/\n````text\n```\n# Head/)
  expect(text).not.toContain(': # Head')
})

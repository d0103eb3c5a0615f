import { expect, it } from 'vitest'
import { commitPayload } from '../../../src/dialects/agentflow/payload.ts'
import { read } from './plan-files.ts'

it('the payload of a commit has the keys of its contract and no others, in its order', () => {
  const { plan } = read({
    'plan.md': '---\ntitle: T\n---\n\n  Why.\n\n',
    'tasks/01-a.md': '---\nid: a\ndepends_on: []\nsubtasks: []\nverify: [npm test]\ntags: [x]\n---\n\nFirst.\n\n',
    'tasks/02-b.md': '---\nid: b\ndepends_on: [a]\nagent: codex\nsubtasks: [x, y]\nstatus: complete\n---\nSecond.',
  })
  const payload = commitPayload([
    { thread_id: 't-1', plan_dir: '/plans/1', plan, fileOf: (step) => step.place!.file },
    { thread_id: 't-2', plan_dir: '/plans/2', plan: { ...plan, narrative: '', steps: [] }, fileOf: () => '' },
  ])
  expect(JSON.stringify(payload)).toBe(
    JSON.stringify({
      version: 1,
      plans: [
        {
          thread_id: 't-1',
          plan_dir: '/plans/1',
          plan: { title: 'T', body: 'Why.' },
          tasks: [
            { filename: '01-a.md', id: 'a', description: 'First.' },
            {
              filename: '02-b.md',
              id: 'b',
              depends_on: ['a'],
              agent: 'codex',
              subtasks: ['x', 'y'],
              description: 'Second.',
            },
          ],
        },
        { thread_id: 't-2', plan_dir: '/plans/2', plan: { title: 'T', body: '' }, tasks: [] },
      ],
    }),
  )
})

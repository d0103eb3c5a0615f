import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readUpdate } from '../../src/dialects/planloop/payload.ts'
import { codes } from '../../src/plan/diagnostics/codes.ts'
import { checkTasks } from '../../src/rules/planloop/check-tasks.ts'
import { task } from '../rules/planloop/tasks.ts'

const guide = readFileSync('docs/planning-guide.md', 'utf8')

describe('the planning guide', () => {
  it('names codes that there are, with their severities', () => {
    const rows = [...guide.matchAll(/^\| `(E_\w+)` \| (\w+) \|/gm)].map(([, code, severity]) => [code!, severity!])
    expect(rows.length).toBeGreaterThan(10)
    for (const [code, severity] of rows) expect(codes[code as keyof typeof codes]?.severity, code).toBe(severity)
  })

  it('shows a plan that passes every gate', () => {
    const { payload, faults } = readUpdate(/```json\n([\s\S]*?)```/.exec(guide)![1]!)
    expect(faults).toEqual([])
    const ids = new Map(payload.add_tasks.map(({ ref }, at) => [ref, at + 2]))
    const tasks = payload.add_tasks.map((one, at) =>
      task({ ...one, id: at + 2, dependencies: one.dependencies.map((ref) => ids.get(String(ref)) ?? 0) }),
    )
    const existing = new Set(['package.json', 'lib', 'lib/cli.js', 'spec.md'])
    expect(checkTasks(tasks, { existing }, { strict: true })).toEqual([])
  })

  it.each([
    ['E_TASK_MANY', { title: 'Implement counting and create the output' }],
    ['E_TITLE_VAGUE', { title: 'Handle errors' }],
    ['E_HINT_VAGUE', { context_hints: ['Error handling'] }],
    ['E_TASK_PATH', { relevant_file_paths: ['lib/table.js'] }],
  ])('%s is what a draft of it is refused for', (code, fields) => {
    const found = checkTasks([task(fields)], { existing: new Set(['spec.md']) }, { strict: true })
    expect(found.map((one) => one.code)).toEqual([code])
  })
})

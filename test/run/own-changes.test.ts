import { expect, it } from 'vitest'
import type { Plan, Step } from '../../src/plan/types.ts'
import { ownChanges } from '../../src/run/own-changes.ts'

const step = (id: string, files?: string[]): Step => ({
  id,
  title: id,
  text: id,
  dependsOn: [],
  ...(files && { files }),
})

it.each<[string, string[] | undefined, string[]]>([
  ['what it says it touches, and what nobody does', ['src/a.ts'], ['src/a.ts', 'notes.txt']],
  ['a pattern takes in what it matches, also when another names it', ['src/**'], ['src/a.ts', 'src/b.ts', 'notes.txt']],
  ['without a word of its own, everything', undefined, ['src/a.ts', 'src/b.ts', 'notes.txt']],
])('%s', (_title, files, expected) => {
  const own = step('a', files)
  const plan: Plan = {
    key: 'p',
    dialect: 'agentflow',
    title: 'P',
    narrative: '',
    steps: [own, step('b', ['src/b.ts'])],
  }
  expect(ownChanges(plan, own, ['src/a.ts', 'src/b.ts', 'notes.txt'])).toEqual(expected)
})

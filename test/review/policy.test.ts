import { describe, expect, it } from 'vitest'
import type { Plan, Step } from '../../src/plan/types.ts'
import { type Caller, refusalOf, risksOf, stepRisks } from '../../src/review/policy.ts'

const step = (more: Partial<Step> = {}): Step => ({ id: 'a', title: 'A', text: 'x', dependsOn: [], ...more })
const plan = (...steps: Step[]): Plan => ({ key: 'k', dialect: 'agentflow', title: 'T', narrative: '', steps })

const harmless = plan(step({ files: ['src/a.ts'] }))
const risky = [
  plan(step({ verify: ['npm test'] })),
  plan(step({ approval: 'user' })),
  plan(step(), step({ id: 'b', files: ['.GIT/config'] })),
]

describe('who may say yes', () => {
  const person: Caller = { by: 'ann', channel: 'terminal' }
  const others: Caller[] = [
    { by: 'ci', channel: 'command' },
    { by: 'codex', channel: 'agent' },
  ]

  it('a person at a terminal, always', () => {
    for (const policy of ['ask', 'risky', 'auto'] as const) {
      for (const one of [harmless, ...risky]) expect(refusalOf(person, policy, one)).toBeUndefined()
    }
  })

  it.each(others)('$channel by the policy', (caller) => {
    expect(refusalOf(caller, 'ask', harmless)?.code).toBe('E_NEEDS_PERSON')
    expect(refusalOf(caller, 'risky', harmless)).toBeUndefined()
    for (const one of risky) {
      expect(refusalOf(caller, 'risky', one)?.code).toBe('E_NEEDS_PERSON')
      expect(refusalOf(caller, 'auto', one)).toBeUndefined()
    }
  })
})

describe('risks', () => {
  it('are counted for a plan and said for a step', () => {
    const files = ['.git/config', '.claude/settings.json', 'src/a.ts']
    const all = step({ verify: ['x'], approval: 'user', files })
    expect(risksOf(plan(all, step({ id: 'b' })))).toEqual([
      '1 step to be verified by commands',
      '1 step with a yes of its own',
      'protected files (.git/config, .claude/settings.json)',
    ])
    expect(stepRisks(all)).toEqual([
      'its commands are run on this machine',
      'it waits for a yes of its own',
      'it touches protected files (.git/config, .claude/settings.json)',
    ])
    expect(stepRisks(step())).toEqual([])
  })

  it('name a few files and count the rest', () => {
    const files = Array.from({ length: 1000 }, (_, n) => `.git/${n}`)
    expect(risksOf(plan(step({ files })))).toEqual([
      'protected files (.git/0, .git/1, .git/2, .git/3, .git/4 and 995 more)',
    ])
  })
})

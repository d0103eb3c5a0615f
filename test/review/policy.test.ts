import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/dialects/shared/limits.ts'
import type { Plan, Step } from '../../src/plan/types.ts'
import { type Caller, refusalOf, risksOf, stepRisks } from '../../src/review/policy.ts'
import { contentOf, sha256 } from '../../src/store/content/content.ts'
import { readingOf } from '../../src/store/plans/open-plan.ts'
import { teddyPlan } from '../../src/store/plans/teddy-plan.ts'
import { create, execute, planOf, read } from '../faces/cli/action-plans/plan-text.ts'

const step = (more: Partial<Step> = {}): Step => ({ id: 'a', title: 'A', text: 'x', dependsOn: [], ...more })
const plan = (...steps: Step[]): Plan => ({ key: 'k', dialect: 'agentflow', title: 'T', narrative: '', steps })

const none = new Map()

/** A plan of actions as it is written, without a project around it. */
function opened(text: string) {
  const bytes = Buffer.from(text)
  const found = teddyPlan({ root: '/p', state: '/p/.steadplan' }, 'next.md', 1e6)
  const content = contentOf(new Map([['next.md', { bytes, sha256: sha256(bytes) }]]))
  const { reading, actions } = readingOf(found, content, { limits: defaultLimits, facts: {} })
  return { plan: reading.plan, actions }
}

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
      for (const one of [harmless, ...risky]) expect(refusalOf(person, policy, one, none)).toBeUndefined()
    }
  })

  it.each(others)('$channel by the policy', (caller) => {
    expect(refusalOf(caller, 'ask', harmless, none)?.code).toBe('E_NEEDS_PERSON')
    expect(refusalOf(caller, 'risky', harmless, none)).toBeUndefined()
    for (const one of risky) {
      expect(refusalOf(caller, 'risky', one, none)?.code).toBe('E_NEEDS_PERSON')
      expect(refusalOf(caller, 'auto', one, none)).toBeUndefined()
    }
  })
})

describe('risks', () => {
  it('are counted for a plan and said for a step', () => {
    const files = ['.git/config', '.claude/settings.json', 'src/a.ts']
    const all = step({ verify: ['x'], approval: 'user', files })
    expect(risksOf(plan(all, step({ id: 'b' })), none)).toEqual([
      '1 step to be verified by commands',
      '1 step with a yes of its own',
      'protected files (.git/config, .claude/settings.json)',
    ])
    expect(stepRisks(all, undefined)).toEqual([
      'its commands are run on this machine',
      'it waits for a yes of its own',
      'it touches protected files (.git/config, .claude/settings.json)',
    ])
    expect(stepRisks(step(), undefined)).toEqual([])
  })

  it('G80 G83: what steps do by themselves, and why one asks for a yes of its own', () => {
    const text = planOf(
      execute('true', '**env:**\n  - `PATH`: "/x"'),
      read('[x](https://example.com)'),
      create('a', 'a\n'),
    )
    const { plan: written, actions } = opened(text)
    expect(risksOf(written, actions)).toEqual([
      '1 step made of commands that are run on this machine',
      '1 step that asks the web',
      '1 step with a yes of its own',
    ])
    expect(written.steps.map((one) => stepRisks(one, actions.get(one.id)))).toEqual([
      [
        'its commands are run on this machine',
        'it waits for a yes of its own',
        'PATH: it decides what runs without the command saying so',
      ],
      ['it asks the web'],
      [],
    ])
  })

  it('name a few files and count the rest', () => {
    const files = Array.from({ length: 1000 }, (_, n) => `.git/${n}`)
    expect(risksOf(plan(step({ files })), none)).toEqual([
      'protected files (.git/0, .git/1, .git/2, .git/3, .git/4 and 995 more)',
    ])
  })
})

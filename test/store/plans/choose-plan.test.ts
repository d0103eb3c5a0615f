import { describe, expect, it } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { choosePlan } from '../../../src/store/plans/choose-plan.ts'
import { homePlan } from '../../../src/store/plans/home-plans.ts'
import { teddyPlan } from '../../../src/store/plans/teddy-plan.ts'

const plansOf = (...names: string[]) => names.map((name) => homePlan({ root: '/p', state: '/p/.steadplan' }, name, 1))

function chosen(names: string[], word?: string): string {
  try {
    return choosePlan(plansOf(...names), word).name
  } catch (error) {
    if (!isFault(error)) throw error
    return `${error.code} ${error.diagnostics[0]!.hint}`
  }
}

describe('the plan that is meant', () => {
  it.each<[names: string[], word: string | undefined, plan: string]>([
    [['login'], undefined, 'login'],
    [['login', 'pay'], 'pay', 'pay'],
    [['login', 'pay'], 'lo', 'login'],
    [['login', 'login-page'], 'login', 'login'],
    [['login', 'pay'], 'plans/pay', 'pay'],
    [['login', 'pay'], './plans/pay/', 'pay'],
    [['login', 'pay'], 'plans/pay/plan.md', 'pay'],
    [['login', 'pay'], 'plans/pay/tasks/', 'pay'],
    [['login', 'pay'], 'plans/pay/tasks/01-a.md', 'pay'],
    [['login', 'pay'], '/p/plans/pay', 'pay'],
    [['__proto__', 'constructor'], '__proto__', '__proto__'],
  ])('%j %j', (names, word, plan) => {
    expect(chosen(names, word)).toBe(plan)
  })

  it.each<[names: string[], word: string | undefined, answer: string]>([
    [[], undefined, 'E_UNKNOWN_PLAN Write one with `steadplan new "<title>"`.'],
    [[], 'x', 'E_UNKNOWN_PLAN Write one with `steadplan new "<title>"`.'],
    [['login', 'pay'], undefined, 'E_AMBIGUOUS_PLAN Say which: login, pay.'],
    [['login-a', 'login-b'], 'login', 'E_AMBIGUOUS_PLAN Say which: login-a, login-b.'],
    [['login', 'pay'], 'lgoin', 'E_UNKNOWN_PLAN Did you mean "login"?'],
    [['login', 'pay'], '', 'E_UNKNOWN_PLAN There are: login, pay.'],
    [['login', 'pay'], 'toString', 'E_UNKNOWN_PLAN There are: login, pay.'],
    [['login', 'pay'], '../../etc/passwd', 'E_UNKNOWN_PLAN There are: login, pay.'],
  ])('nothing is guessed: %j %j', (names, word, answer) => {
    expect(chosen(names, word)).toBe(answer)
  })

  it.each<[word: string, plan: string]>([
    ['login', 'login'],
    ['log', 'log/10'],
    ['log/02', 'log/02'],
    ['.teddy/sessions/log/02', 'log/02'],
    ['/p/.teddy/sessions/log/02', 'log/02'],
    ['/p/.teddy/sessions/log/02/plan.md', 'log/02'],
    ['rename.md', 'rename.md'],
    ['/p/.teddy/plans/rename.md', 'rename.md'],
    ['./docs/next.md', 'docs/next.md'],
    ['docs/n', 'docs/next.md'],
  ])('a session means its latest turn, and a file is called by its path: %s', (word, plan) => {
    const files = ['sessions/log/02/plan', 'sessions/log/10/plan', 'plans/rename'].map((file) => `.teddy/${file}.md`)
    const others = [...files, 'docs/next.md'].map((file) => teddyPlan({ root: '/p', state: '/p/.steadplan' }, file, 1))
    expect(choosePlan([...plansOf('login'), ...others], word).name).toBe(plan)
  })

  it('says of many names how many more there are', () => {
    const names = Array.from({ length: 1000 }, (_, n) => `plan-${n}`)
    expect(chosen(names)).toMatch(/plan-9 and 990 more\.$/)
  })
})

import type { Step } from '../../src/plan/types.ts'
import { randomFrom } from '../support/random.ts'
import { stepOf } from './run-kit.ts'

/** Steps that each leave a line with their id in `effects.txt`. The same number gives the same steps. */
export function effectSteps(count: number): Step[] {
  const choose = randomFrom(count)
  return Array.from({ length: count }, (_, n) => {
    const dependsOn = n < 8 ? [] : [...new Set([`s${choose(n)}`, `s${choose(n)}`])].slice(choose(2))
    return stepOf(`s${n}`, { dependsOn, verify: [`grep -qx s${n} effects.txt`] })
  })
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { readActionsIn } from '../../../src/dialects/teddy/embedded.ts'
import { readTeddyPlan } from '../../../src/dialects/teddy/read-plan.ts'
import { sanitizeFences } from '../../../src/dialects/teddy/sanitize.ts'
import { hostile } from './hostile.ts'
import { countWork, type WorkCounter } from './work.ts'

const [less, more] = [1000, 20_000]

/** Twenty times the length is twenty times the work, and a little for searching in what is sorted. */
const most = 21

let counter: WorkCounter

beforeAll(async () => {
  counter = await countWork()
})

afterAll(() => counter.end())

it.each(Object.entries(hostile))('%s: the work of reading and of mending grows as the text does', async (_, textOf) => {
  expect(await growth(textOf, readPlan)).toBeLessThan(most)
  expect(await growth(textOf, sanitizeFences)).toBeLessThan(most)
  expect(await growth(textOf, (text) => readActionsIn(text))).toBeLessThan(most)
})

it('what is not linear is found out', async () => {
  const quadratic = (text: string): void => {
    for (let at = text.indexOf('a'); at !== -1; at = text.indexOf('a', at + 1)) readPlan(text.slice(at))
  }
  const short = await counter.workOf(() => quadratic('a'.repeat(20)))
  const long = await counter.workOf(() => quadratic('a'.repeat(400)))
  expect(long / short).toBeGreaterThan(most)
})

async function growth(textOf: (length: number) => string, run: (text: string) => unknown): Promise<number> {
  const [short, long] = [textOf(less), textOf(more)]
  const shortWork = await counter.workOf(() => run(short))
  const longWork = await counter.workOf(() => run(long))
  // Some inputs come in steps: what counts is the work for a character.
  return ((longWork / shortWork) * short.length * (more / less)) / long.length
}

function readPlan(text: string): unknown {
  return readTeddyPlan(new Map([['plan.md', Buffer.from(text)]]), { key: 'k', prefix: '' })
}

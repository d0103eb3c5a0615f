import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readActionsIn } from '../../../src/dialects/teddy/embedded.ts'
import { readTeddyPlan } from '../../../src/dialects/teddy/read-plan.ts'
import { sanitizeFences } from '../../../src/dialects/teddy/sanitize.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
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

it(`whatever lines are repeated, the work grows with them (seed ${seed})`, async () => {
  const line = fc.constantFrom(...vocabulary)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...fronts),
      fc.array(line, { minLength: 1, maxLength: 8 }),
      async (front, lines) => {
        const textOf = (length: number): string => front + `${lines.join('\n')}\n`.repeat(length / 50)
        // Whether a text is gone through once more can depend on how many fences there are.
        for (const run of [readPlan, sanitizeFences]) expect(await growth(textOf, run)).toBeLessThan(most * 3)
      },
    ),
    { seed, numRuns: rounds(50, 3000) },
  )
})

const fronts = [
  '',
  '# T\n## Action Plan\n',
  ...['CREATE', 'EDIT', 'RESEARCH', 'PROMPT', 'INVOKE'].map((kind) => `### ${kind}\n`),
]

const vocabulary = [
  '',
  'a',
  '---',
  '- a',
  '  - a',
  '- **File Path:** a',
  '**Agent:** a',
  '<!--',
  '-->',
  '=====',
  '> a',
  '    a',
  '```',
  '```sh',
  '````',
  '~~~',
  '~~~sh',
  '  ```',
  '      ```x',
  'a ``` b',
  '`````markdown',
  '- ```',

  '# a',
  '#a',
  '## Rationale',
  '## Memos',
  '## Action Plan',
  '# Memos',
  '**Rationale**',
  'Memos',
  '### 1. Synthesis',

  '### CREATE',
  '### `EDIT`',
  '### RESEARCH',
  '### PROMPT',
  '#### CREATE',
  '**EDIT**',
  '### Create it',
  '### DELETE',
  '`FIND:`',
  'REPLACE:',
  '- **Find**',
  '#### Replace with',
  '[+] a # b',
  '[a](b)',
  '- A=1',
]

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

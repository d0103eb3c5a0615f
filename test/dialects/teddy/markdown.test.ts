import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GFM, parser } from '@lezer/markdown'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { blocksOf } from '../../../src/dialects/teddy/blocks.ts'
import { linesOf } from '../../../src/dialects/teddy/lines.ts'
import { renderTeddy } from '../../../src/dialects/teddy/render.ts'
import { rounds } from '../../support/long.ts'
import { seed } from '../../support/random.ts'
import { fenceLine, planOf } from './plan-arbitrary.ts'

/** Code blocks and headings of a text, as a reader of all of Markdown finds them. */
const markdown = parser.configure(GFM)

function theirs(text: string): string[] {
  const found: string[] = []
  markdown.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'FencedCode') found.push(`code ${text.slice(from, to).trimStart()}`)
      else if (name.startsWith('ATXHeading')) found.push(`heading ${text.slice(from, to).trim()}`)
    },
  })
  return found
}

function ours(text: string): string[] {
  return blocksOf(linesOf(text))
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end).trim()}`)
}

const folder = join(import.meta.dirname, 'fixtures')
/** Without those in which we go another way on purpose: `#Title`, lines meant as headings, and blocks that are never closed. */
const others = [
  'tolerated',
  'E67-cut-off',
  'E67-fences',
  'in-a-fence',
  ...['bold', 'no-blanks', 'blanks', 'setext', 'wrapped', 'message-first'].map((name) => `model-${name}`),
]
const plans = readdirSync(folder).filter((name) => !others.includes(name))

it.each(plans)('%s has the blocks that Markdown says it has', (name) => {
  const text = readFileSync(join(folder, name, 'plan.md'), 'utf8')
  expect(ours(text)).toEqual(theirs(text))
})

it(`so have generated plans (seed ${seed})`, () => {
  const isPlain = (text: string) => !text.includes('<!--')
  const plan = planOf(fenceLine)
    .map((one) => renderTeddy(one))
    .filter(isPlain)
  fc.assert(
    fc.property(plan, (text) => {
      expect(ours(text)).toEqual(theirs(text))
    }),
    { seed, numRuns: rounds(200, 5000) },
  )
})

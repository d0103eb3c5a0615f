import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  changedContext,
  contextResources,
  normalResource,
} from '../../../../src/dialects/teddy/session/context-list.ts'
import { seed } from '../../../support/random.ts'

const byHand = [
  '\ufeff# what we always need',
  'README.md',
  '',
  '  /docs//a.md  # why',
  './docs/a.md',
  '#docs/b.md',
  'C#/notes.md',
  'docs/#1.md',
  'https://example.com/a//b#part',
  '"a # b.md"  # in quotes',
  '"no end',
  '/',
].join('\r\n')

it('reads what people write', () => {
  expect(contextResources(byHand)).toEqual([
    'README.md',
    'docs/a.md',
    'C#/notes.md',
    'docs/#1.md',
    'https://example.com/a//b#part',
    'a # b.md',
    '"no end',
  ])
})

it('takes out every line of a resource and leaves every other as it is', () => {
  const text = changedContext(byHand, { remove: ['docs/a.md', 'nowhere.md'] })
  expect(text).toBe(byHand.replace('  /docs//a.md  # why\r\n', '').replace('./docs/a.md\r\n', ''))
})

it('adds at the end, once, in the line ends of the file', () => {
  const text = changedContext(byHand, { add: ['/new.md', 'README.md', 'new.md'] })
  expect(text).toBe(`${byHand}\r\nnew.md\r\n`)
  expect(changedContext('', { add: [] })).toBe('')
  expect(changedContext('# alone', { add: ['a'] })).toBe('# alone\na\n')
})

it(`whatever a resource is called, it is read back and taken out again (seed ${seed})`, () => {
  const resource = fc.string({ unit: 'binary', minLength: 1 }).map(normalResource)
  const resources = fc.uniqueArray(
    resource.filter((one) => one !== ''),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(resources, (list) => {
      const added = changedContext(byHand, { add: list })
      const before = contextResources(byHand)
      expect(contextResources(added)).toEqual([...before, ...list.filter((one) => !before.includes(one))])
      const removed = changedContext(added, { remove: list.filter((one) => !before.includes(one)) })
      expect(contextResources(removed)).toEqual(before)
    }),
    { seed },
  )
})

it('twenty thousand of them at once', () => {
  const list = Array.from({ length: 20_000 }, (_, at) => `src/file-${at}.ts`)
  const text = changedContext('', { add: list })
  expect(contextResources(changedContext(text, { remove: list.slice(1) }))).toEqual(['src/file-0.ts'])
})

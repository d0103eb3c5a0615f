import { describe, expect, test } from 'vitest'
import { draftOf } from '../../../src/dialects/outline/draft.ts'
import { readOutline } from '../../../src/dialects/outline/read.ts'
import { randomFrom, seed } from '../../support/random.ts'

describe('the steps of an outline', () => {
  test.each<[string, string, unknown]>([
    [
      'are its sections',
      '# Title\n\nWhy.\n\n## First\n\nDo it.\n\n### Part\n\n- a\n\n## 2. Second ##\n',
      {
        title: 'Title',
        narrative: 'Why.',
        steps: [
          { name: 'First', text: 'Do it.\n\n### Part\n\n- a' },
          { name: 'Second', text: 'Second' },
        ],
      },
    ],
    [
      'are the items of its list without sections',
      '# Title\nWhy.\n1. First\n2. Second\n',
      { title: 'Title', narrative: 'Why.', steps: [{ name: 'First' }, { name: 'Second' }] },
    ],
    [
      'have nested items as subtasks',
      '- One\n  - a\n    more of a\n    - deeper\n  - [x] b\n  - [ ] c\n- Two\n',
      { steps: [{ name: 'One', text: 'One', subtasks: ['a more of a', 'deeper', '[x] b', 'c'] }, { name: 'Two' }] },
    ],
    [
      'keep what stands below an item, without its indent',
      '- One\n\n  A text.\n\n      code\n\n- Two\n',
      { steps: [{ text: 'One\n\nA text.\n\n    code' }, { text: 'Two' }] },
    ],
    [
      'are done with [x]',
      '- [x] One\n- [X] Two\n- [ ] Three\n- [xy] Four',
      { steps: [{ isDone: true }, { isDone: true }, { isDone: false }, { name: '[xy] Four', isDone: false }] },
    ],
    [
      'say what they come after',
      '- One\n- Two (after: none)\n- Three (after: One, two)\n- Four (see below)\n',
      {
        steps: [
          { after: undefined },
          { name: 'Two', after: [] },
          { name: 'Three', after: ['One', 'two'] },
          { name: 'Four (see below)', after: undefined },
        ],
      },
    ],
    [
      'E67, E68: are not what stands in code or in a comment',
      '# T\n```sh\n# no title\n## no step\n- no item\n````\n<!--\n## no step\n-->\n- One\n  ~~~\n- in code\n  ~~~\n- Two\n',
      { title: 'T', steps: [{ name: 'One', text: 'One\n\n  ~~~\n- in code\n  ~~~' }, { name: 'Two' }] },
    ],
    [
      'are not the lines across a page',
      '- One\n\n---\n\n* * *\n\n- Two\n',
      { narrative: '---\n\n* * *', steps: [{ name: 'One' }, { name: 'Two' }] },
    ],
    [
      'D61: are read with BOM and CRLF',
      '\ufeff# T\r\n\r\n- One\r\n  - a\r\n',
      { title: 'T', steps: [{ name: 'One', subtasks: ['a'] }] },
    ],
    [
      'lose nothing that stands between lists',
      '- One\n\nBetween.\n\n- Two\n\nAfter.\n',
      { narrative: 'Between.\n\nAfter.', steps: [{ text: 'One' }, { text: 'Two' }] },
    ],
    ['may be none', 'Only text.\n', { title: undefined, narrative: 'Only text.', steps: [] }],
  ])('%s', (_, text, expected) => {
    expect(read(text).outline).toMatchObject(expected as object)
  })
})

describe('the files of a draft', () => {
  test('have ids made of the words, each once, and two digits', () => {
    const { files } = draft('# T\n- Set up\n- Set up\n- 設定\n')
    expect([...files.keys()]).toEqual(['plan.md', 'tasks/01-set-up.md', 'tasks/02-set-up-2.md', 'tasks/03-step-3.md'])
    expect(files.get('tasks/03-step-3.md')).toBe('---\nid: step-3\ndepends_on: [set-up-2]\n---\n\n設定\n')
  })

  test('find steps by id and by title, in any order', () => {
    const { files } = draft(
      '- One (after: Do it *all*)\n- Two (after: three)\n- Three (after: none)\n- Do it all (after: none)\n',
    )
    expect(files.get('tasks/01-one.md')).toContain('depends_on: [do-it-all]')
    expect(files.get('tasks/02-two.md')).toContain('depends_on: [three]')
    expect(files.get('tasks/03-three.md')).not.toContain('depends_on')
  })

  test('a hundred fit, and of more everything that is wrong is said at once', () => {
    const items = (count: number) => Array.from({ length: count }, (_, at) => `- Step ${at}\n`).join('')
    expect([...draft(items(100)).files.keys()].at(-1)).toBe('tasks/99-step-99.md')
    const { files, diagnostics } = draft(`${items(101)}- Last (after: nobody)\n`)
    expect(files.size).toBe(0)
    expect(diagnostics.map(({ code, range }) => [code, range?.start.line])).toEqual([
      ['E_TOO_MANY_TASKS', 101],
      ['E_DANGLING', 102],
    ])
  })

  test('say which step was meant', () => {
    const [one] = draft('- Set up\n- Write (after: setup)\n').diagnostics
    expect(one).toMatchObject({ code: 'E_DANGLING', expected: 'set-up', range: { start: { line: 2, column: 1 } } })
  })
})

describe('hostile outlines', () => {
  test('H90, G88: control and hidden characters are named with their place', () => {
    const { diagnostics } = read('# T\u001b[2J\n- a\u202eb\n')
    expect(diagnostics.map(({ code, range }) => [code, range?.start.line])).toEqual([
      ['E_CONTROL_CHARACTER', 1],
      ['E_INVISIBLE', 2],
    ])
  })

  test.each([
    ['> ', 25_000],
    ['- ', 100_000],
    ['- a\n', 50_000],
    [`${'  '.repeat(50)}- a\n`, 5_000],
    ['## ', 100_000],
    ['#', 500_000],
    ['<!-- ', 50_000],
    ['```\n', 100_000],
    ['(after:', 70_000],
    ['- a (after: b, c, d)\n', 20_000],
    [' \t', 250_000],
  ])('E65: %j many times is read in linear time', (piece, times) => {
    const { outline } = read(`- start\n${piece.repeat(times)}`)
    if (outline) draftOf({ ...outline, title: 'T' }, 'outline.md')
    expect(outline).toBeDefined()
  })

  test(`nothing is thrown, whatever the text (seed ${seed})`, () => {
    const choose = randomFrom(seed)
    const pieces = [
      '# ',
      '## ',
      '- ',
      '1. ',
      '[x] ',
      '(after: a)',
      '(after:',
      ')',
      '```',
      '~~~',
      '<!--',
      '-->',
      '\n',
      '\r\n',
      '  ',
      '\t',
      'a',
      'é',
      '\u0000',
      '"',
      ':',
      '---\n',
    ]
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: choose(30) }, () => pieces[choose(pieces.length)]).join('')
      const { outline } = read(text)
      if (outline) draftOf({ ...outline, title: outline.title ?? 'T' }, 'outline.md')
    }
  })
})

function read(text: string) {
  return readOutline('outline.md', Buffer.from(text))
}

function draft(text: string) {
  const { outline } = read(text)
  return draftOf({ ...outline!, title: outline!.title ?? 'T' }, 'outline.md')
}

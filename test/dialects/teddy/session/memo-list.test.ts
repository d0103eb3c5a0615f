import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedMemos, type MemoChange, memosOf } from '../../../../src/dialects/teddy/session/memo-list.ts'
import { seed } from '../../../support/random.ts'

const add = (text: string): MemoChange => ({ change: 'add', text })
const remove = (text: string): MemoChange => ({ change: 'remove', text })

/** What is there, what changes, what is there then. */
const cases: Readonly<Record<string, readonly [before: string, changes: readonly MemoChange[], after: string]>> = {
  'nothing yet': ['', [add('One.')], '- One.\n'],
  'only comments': ['# mine\n', [add('One.'), add('Two: 2')], '# mine\n- One.\n- "Two: 2"\n'],
  'no line end at the end': ['- One.', [add('Two.')], '- One.\n- Two.\n'],
  'a comment below stays below': ['- One.\n\n# the end\n', [add('Two.')], '- One.\n- Two.\n\n# the end\n'],
  'indented, with line ends of Windows': ['  - One.\r\n', [add('Two.')], '  - One.\r\n  - Two.\r\n'],
  'the last change of a memo counts': ['- A\n', [remove('A'), add('A'), add('B'), remove('B')], '- A\n'],
  'there already': ["- 'One.'  # why\n", [add('One.')], "- 'One.'  # why\n"],
  'nothing of that name': ['- One.\n', [remove('Two.')], '- One.\n'],
  'blanks do not tell memos apart': ['- One  fact\n- Two\n', [remove('One fact')], '- Two\n'],
  'with its own comment, not with that above': ['# a\n- A # x\n# b\n- B\n', [remove('A')], '# a\n# b\n- B\n'],
  'every one of that name': ['- A\n- B\n- A\n', [remove('A')], '- B\n'],
  'the last one': ['# a\n- A\n', [remove('A')], '# a\n'],
  'over several lines': [
    '- |\n  a text\n  of lines\n- >-\n  folded\n  text\n- plain\n  on two\n- "quoted\n  too"\n- last\n',
    [remove('a text of lines'), remove('folded text'), remove('plain on two'), remove('quoted too')],
    '- last\n',
  ],
  'the dash on a line of its own': ['-\n  A\n-\n  B\n', [remove('B'), add('C')], '-\n  A\n- C\n'],
  'between brackets': ['[a, b] # x\n', [remove('a'), add('c, d')], '[b, "c, d"] # x\n'],
  'empty brackets': ['[]\n', [add('a')], '[a]\n'],
  'as many as are added': ['- A\n', [remove('A'), add('B')], '- B\n'],
}

describe.each(Object.entries(cases))('%s', (_name, [before, changes, after]) => {
  it('changes that and nothing else', () => {
    expect(changedMemos('memos.yaml', before, changes)).toBe(after)
    expect(changedMemos('memos.yaml', after, changes)).toBe(after)
  })
})

it.each([
  ['a: b\n', 'E_TEDDY_MEMOS'],
  ['- a: b\n', 'E_TEDDY_MEMOS'],
  ['- [a]\n', 'E_TEDDY_MEMOS'],
  ['just text\n', 'E_TEDDY_MEMOS'],
  ['- "open\n', 'E_YAML'],
  ['- &a x\n- *a\n', 'E_YAML_ALIAS'],
])('%j is refused and never written to', (text, code) => {
  expect(() => changedMemos('memos.yaml', text, [add('x')])).toThrow(expect.objectContaining({ code }))
})

it(`whatever the memos are, they are read back and forgotten again (seed ${seed})`, () => {
  const memo = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.trim() !== '')
  const memos = fc.uniqueArray(memo, {
    maxLength: 5,
    selector: (text) => text.normalize('NFC').split(/\s+/).join(' ').trim(),
  })
  const byHand = '# mine\n- Kept. # why\n\n# end\n'
  fc.assert(
    fc.property(memos, (texts) => {
      const added = changedMemos('memos.yaml', byHand, texts.map(add))
      expect(memosOf('memos.yaml', added)).toEqual(['Kept.', ...texts])
      expect(changedMemos('memos.yaml', added, texts.map(remove))).toBe(byHand)
    }),
    { seed },
  )
})

it('ten thousand of them at once', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `Fact ${at}.`)
  const text = changedMemos('memos.yaml', '', many.map(add))
  expect(memosOf('memos.yaml', changedMemos('memos.yaml', text, many.slice(1).map(remove)))).toEqual(['Fact 0.'])
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandWords } from '../../src/plan/command-words.ts'

describe('words', () => {
  it.each<[string, string[]]>([
    ['npm test', ['npm', 'test']],
    ['  npm\t test  ', ['npm', 'test']],
    [`grep 'a b' "c d"`, ['grep', 'a b', 'c d']],
    [`a'b'"c"d`, ['abcd']],
    [`grep '' ""`, ['grep', '', '']],
    ['grep a\\ b', ['grep', 'a b']],
    ['grep \\$HOME \\*', ['grep', '$HOME', '*']],
    [`grep "a\\"b\\\\c\\d"`, ['grep', 'a"b\\c\\d']],
    [`sh -c 'a | b && c > d; echo $HOME'`, ['sh', '-c', 'a | b && c > d; echo $HOME']],
    [`sh -c 'one\ntwo'`, ['sh', '-c', 'one\ntwo']],
    ['node --test=a,b:c%d@e^f+g', ['node', '--test=a,b:c%d@e^f+g']],
    ['grep a#b c~d', ['grep', 'a#b', 'c~d']],
    ['grep __proto__', ['grep', '__proto__']],
  ])('%j', (command, words) => {
    expect(commandWords(command)).toEqual({ words })
  })
})

describe('G80: what only a shell could do is refused, at its place', () => {
  it.each<[string, number, string]>([
    ['a | b', 2, '`|`'],
    ['a && b', 2, '`&`'],
    ['a; b', 1, '`;`'],
    ['a > ~/.bashrc', 2, '`>`'],
    ['echo $(curl x|sh)', 5, '`$`'],
    ['echo "$HOME"', 6, '`$`'],
    ['echo `id`', 5, '`'],
    ['echo "`id`"', 6, '`'],
    ['ls *.ts', 3, '`*`'],
    ['ls a?', 4, '`?`'],
    ['ls {a,b}', 3, '`{`'],
    ['ls ~', 3, '`~`'],
    ['a # b', 2, '`#`'],
    ['a\nb', 1, 'one line'],
    ['a\rb', 1, 'one line'],
    ['a \\\nb', 2, 'one line'],
    ['a "\\\nb"', 3, 'one line'],
    ['a\0b', 1, 'NUL'],
    ["a 'b", 2, 'never closed'],
    ['a "b', 2, 'never closed'],
    ['a \\', 2, 'backslash'],
    ['A=b c', 0, 'variable'],
    ['', 0, 'no program'],
    ['   ', 0, 'no program'],
    ["'' a", 0, 'no program'],
  ])('%j', (command, at, why) => {
    expect(commandWords(command)).toEqual({ why: expect.stringContaining(why), at })
  })
})

it('any words, each in single quotes, come out as they went in', () => {
  const word = fc.string({ unit: 'binary' }).filter((text) => !/['\0]/.test(text))
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const command = ['x', ...words.map((text) => `'${text}'`)].join(' ')
      expect(commandWords(command)).toEqual({ words: ['x', ...words] })
    }),
  )
})

import { describe, expect, it } from 'vitest'
import { checkName } from '../../../src/store/paths/names.ts'

describe('F76: a name that some system cannot hold, or reads as another, is refused on every system', () => {
  it.each([
    ['nothing', ''],
    ['the directory', '.'],
    ['its parent', '..'],
    ['a device', 'CON'],
    ['a device with an extension', 'nul.md'],
    ['a port', 'COM1.txt'],
    ['a port with a superscript digit', 'lpt².md'],
    ['a device with two extensions', 'aux.tar.gz'],
    ['a device with a blank', 'prn .md'],
    ['the console', 'conin$'],
    ['a stream', 'plan.md:stream'],
    ['a stream that hides an extension', 'plan.md::$DATA'],
    ['a dot at the end', 'plan.md.'],
    ['a blank at the end', 'plan.md '],
    ['dots only', '...'],
    ['a short name', 'PLAN~1'],
    ['a short name with an extension', 'plan~12.md'],
    ['the short name of .git', 'git~1'],
    ['a NUL', 'a\0.md'],
    ['a line feed', 'a\n.md'],
    ['a delete', 'a\u007f'],
    ['a control character of the second row', 'a\u009b31m'],
    ['less than', 'a<b'],
    ['greater than', 'a>b'],
    ['a quotation mark', 'a"b'],
    ['a bar', 'a|b'],
    ['a question mark', 'a?'],
    ['a star', '*.md'],
    ['a slash', 'a/b'],
    ['a backslash', 'a\\b'],
    ['half a character', 'a\ud800'],
    ['a sign that turns the text round', 'plan\u202edm.exe'],
    ['256 bytes', 'a'.repeat(256)],
    ['256 bytes in fewer characters', 'ä'.repeat(128)],
  ])('%s', (_, name) => {
    expect(checkName(name)).toMatchObject({ code: 'E_BAD_NAME', severity: 'error' })
  })

  it('names every reason at once', () => {
    expect(checkName('con:*.')?.message.split('; ')).toHaveLength(3)
  })

  it.each([
    'plan.md',
    '01-setup.md',
    '.gitignore',
    'a b.md',
    'plän – 計画 👩‍💻.md',
    'backup~',
    'my-long-notes~1.md',
    'console.log',
    'com10.txt',
    '..a',
    'a'.repeat(255),
    '__proto__',
  ])('lets %s pass', (name) => {
    expect(checkName(name)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { checkId } from '../../../src/store/paths/ids.ts'

describe('F71: an id that could become another path is refused before any path is made', () => {
  it.each([
    ['parents', '../../etc/passwd'],
    ['parents after a name', 'a/../../b'],
    ['parents as Windows writes them', '..\\..\\x'],
    ['an absolute path', '/etc/passwd'],
    ['a drive', 'C:\\x'],
    ['a drive without a separator', 'C:x'],
    ['encoded dots', '%2e%2e/'],
    ['an encoded separator', 'a%2fb'],
    ['a NUL', 'a\0b'],
    ['nothing', ''],
    ['the directory itself', '.'],
    ['its parent', '..'],
    ['parents with a blank', '.. '],
    ['a hidden name', '.git'],
    ['two dots within', 'a..b'],
    ['a dot at the end', 'a.'],
    ['300 characters', 'a'.repeat(300)],
    ['one character too many', 'a'.repeat(129)],
    ['a blank', 'a b'],
    ['a line feed at the end', 'a\n'],
    ['a home', '~root'],
    ['a variable', '$HOME'],
    ['a stream', 'a:b'],
    ['a short name', 'PLAN~1'],
    ['a device', 'CON'],
    ['a device with an extension', 'nul.md'],
    ['a device in lower case', 'com1'],
    ['a wide dot', '．．'],
    ['a letter beyond ASCII', 'plän'],
    ['letters that look alike', 'рlan'],
    ['a sign that turns the text round', 'a\u202eb'],
    ['a slash that is none', 'a\u2215b'],
    ['an escape', '\u001b[2J'],
  ])('%s', (_, id) => {
    expect(checkId(id)).toMatchObject({ code: 'E_BAD_ID', severity: 'error' })
  })

  it('quotes no more of it than anybody reads, however long it is', () => {
    expect(checkId('../'.repeat(1_000_000))?.actual).toHaveLength(201)
  })

  it.each(['a', '7', '_', '-', 'add-login', 'PLAN-20260123-add_login', 'v1.2.3', 'console', 'com10', 'a'.repeat(128)])(
    'lets %s pass',
    (id) => {
      expect(checkId(id)).toBeUndefined()
    },
  )
})

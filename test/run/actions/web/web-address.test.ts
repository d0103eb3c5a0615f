import { describe, expect, it } from 'vitest'
import { isLocal } from '../../../../src/run/actions/web/local-address.ts'
import { webAddress } from '../../../../src/run/actions/web/web-address.ts'

describe('where one address leads to another', () => {
  const outside = new URL('https://example.org/a/b')

  it.each([
    ['c', 'https://example.org/a/c'],
    ['//other.example/x', 'https://other.example/x'],
    ['http://other.example/', 'http://other.example/'],
  ])('%s may be asked', (location, expected) => {
    expect(webAddress(location, outside).href).toBe(expected)
  })

  it.each([
    'http://127.0.0.1/',
    '//localhost:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://2130706433/',
  ])('%s is this machine, to which nobody outside sends us', (location) => {
    expect(() => webAddress(location, outside)).toThrow('this machine or its network')
    expect(webAddress(location, new URL('http://localhost/')).href).toMatch(/^http/)
  })
})

describe('this machine and its network', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1]',
    '[fd00::1]',
    'localhost',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
  ])('%s', (host) => {
    expect(isLocal(new URL(`http://${host}/`).hostname)).toBe(true)
  })

  it.each(['example.org', '8.8.8.8', '172.32.0.1', '[2606:4700::1]', 'localhost.example.org'])('not %s', (host) => {
    expect(isLocal(new URL(`http://${host}/`).hostname)).toBe(false)
  })

  it('however an address is spelled', () => {
    for (const spelled of ['2130706433', '0x7f.1', '017700000001', '127.1']) {
      expect(isLocal(new URL(`http://${spelled}/`).hostname), spelled).toBe(true)
    }
  })
})

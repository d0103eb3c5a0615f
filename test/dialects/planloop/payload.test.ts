import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUpdate } from '../../../src/dialects/planloop/payload.ts'

const folder = join(import.meta.dirname, 'fixtures/payload')

describe.each(readdirSync(folder))('%s', (name) => {
  it('all faults are named, each at its place, and what can be read is read', async () => {
    const { payload, faults } = readUpdate(readFileSync(join(folder, name, 'payload.json'), 'utf8'))
    const told = faults.map(
      ({ code, path, range, message, hint }) =>
        `${code} ${path || '-'} ${range?.start.line}:${range?.start.column}\n  ${message}\n  ${hint}\n`,
    )
    const text = `${told.join('') || 'ok\n'}\n${JSON.stringify(payload, null, 2)}\n`
    await expect(text).toMatchFileSnapshot(join(folder, name, 'expected.txt'))
  })
})

const codes = (text: string) => readUpdate(text).faults.map(({ code }) => code)

describe('hostile payloads', () => {
  it.each<[string, string, string]>([
    ['D62 too large', `{"final_summary":"${'x'.repeat(9 * 1024 * 1024)}"}`, 'E_TOO_LARGE'],
    ['D53 too deep', '['.repeat(20_000), 'E_TOO_DEEP'],
    ['D64 too many marks', `[${'1,'.repeat(1_000_001)}1]`, 'E_TOO_LARGE'],
    ['a text that is too long', `{"final_summary":"${'x'.repeat(20_001)}"}`, 'E_TOO_LARGE'],
    ['a list that is too long', `{"update_tasks":[{"id":1,"files":[${'"x",'.repeat(200)}"x"]}]}`, 'E_TOO_LARGE'],
    ['nothing', ' \n', 'E_PAYLOAD_EMPTY'],
    ['NUL', '{"final_summary":"a\0"}', 'E_CONTROL_CHARACTER'],
  ])('%s', (_title, text, code) => expect(codes(text)[0]).toBe(code))

  it('D56 changes no prototype', () => {
    const text = '{"__proto__":{"polluted":1},"update_tasks":[{"id":1,"status":"DONE","__proto__":{"polluted":1}}]}'
    const { payload, faults } = readUpdate(text)
    expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'E_FIELD_UNKNOWN __proto__',
      'E_FIELD_UNKNOWN update_tasks[0].__proto__',
    ])
    expect(Object.getPrototypeOf(payload.update_tasks[0])).toBe(Object.prototype)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('names 200 faults and counts the rest', () => {
    const { faults } = readUpdate(`{"update_tasks":[${'5,'.repeat(5000)}5]}`)
    expect(faults).toHaveLength(201)
    expect(faults.at(-1)!.message).toBe('4801 more faults are left out here.')
  })

  it('reads anything, and what is JSON as what it says', () => {
    const whole = readFileSync(join(folder, 'whole/payload.json'), 'utf8')
    fc.assert(
      fc.property(fc.nat(whole.length), fc.string({ unit: 'binary', maxLength: 5 }), (at, text) => {
        const { faults } = readUpdate(whole.slice(0, at) + text + whole.slice(at))
        for (const { message, path } of faults) expect([message, path].join('')).toBeTruthy()
      }),
      { numRuns: 1000 },
    )
    fc.assert(
      fc.property(fc.json(), (text) => {
        readUpdate(text)
        readUpdate(`{"add_tasks":[${text}],"update_tasks":[{"id":${text}}]}`)
      }),
      { numRuns: 1000 },
    )
  })
})

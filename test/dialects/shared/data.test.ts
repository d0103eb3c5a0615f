import { describe, expect, it } from 'vitest'
import { toData } from '../../../src/dialects/shared/data.ts'
import { asMap, dataOf, json, yaml } from './read.ts'

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']
const own = Object.getOwnPropertyNames(Object.prototype)

describe('D56 names that JavaScript gives a meaning are keys like any other', () => {
  describe.each(names)('%s', (name) => {
    it.each([
      ['JSON', json(`{"${name}": {"polluted": "yes"}, "x": "${name}"}`)],
      ['YAML', yaml(`${name}: {polluted: yes}\nx: ${name}`)],
    ])('in %s', (_language, { root, diagnostics }) => {
      expect(diagnostics).toEqual([])
      expect([...asMap(root).entries.keys()]).toEqual([name, 'x'])
      const data = toData(root!) as Record<string, unknown>
      expect(Object.getPrototypeOf(data)).toBeNull()
      expect(Object.keys(data)).toEqual([name, 'x'])
      expect(Object.getOwnPropertyDescriptor(data, name)!.value).toEqual({ polluted: 'yes' })
      expect(({} as { polluted?: string }).polluted).toBeUndefined()
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(own)
    })
  })

  it('why parsed data is never assigned to an object: what comes in is then its prototype', () => {
    const poisoned = Object.assign({}, JSON.parse('{"__proto__": {"polluted": "yes"}}'))
    expect(poisoned.polluted).toBe('yes')
    expect(Object.keys(poisoned)).toEqual([])
  })

  it('absent keys are absent', () => {
    const data = dataOf(json('{}')) as Record<string, unknown>
    for (const name of names) expect(data[name]).toBeUndefined()
  })
})

describe('plain data of every type', () => {
  it('JSON has types', () => {
    expect(dataOf(json('{"a": ["b", 1.5, true, false, null, {}, []]}'))).toEqual({
      a: ['b', 1.5, true, false, null, {}, []],
    })
  })

  it('YAML is text', () => {
    expect(dataOf(yaml('a: [b, 1.5, true, null, {}, []]'))).toEqual({ a: ['b', '1.5', 'true', 'null', {}, []] })
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  readTurnMeta,
  type TurnMeta,
  turnMetaText,
  withMetaField,
} from '../../../../src/dialects/teddy/session/turn-meta.ts'
import { seed } from '../../../support/random.ts'

it(`what is written is read back, whatever agents and files are called (seed ${seed})`, () => {
  const text = fc.string({ unit: 'binary', minLength: 1 })
  const meta = fc.record(
    {
      agent: text,
      created: text,
      callers: fc.array(
        fc.record({ agent: text, turn: fc.integer({ min: 1, max: 999_999 }), context: fc.array(text) }),
      ),
      plan: fc.record({ hash: text, from: text, at: text, attempts: fc.nat(), inputTokens: fc.nat() }),
      ended: text,
      concluded: fc.constant(true),
    },
    { requiredKeys: ['created', 'callers'] },
  )
  fc.assert(
    fc.property(meta, (value) => {
      expect(readTurnMeta('meta.yaml', turnMetaText(value as TurnMeta))).toEqual(value)
    }),
    { seed },
  )
})

it('a field is set where it stands or at the end, and what a person wrote stays', () => {
  const before =
    '# mine\ncreated: x # then\nplan: {hash: a, from: b, at: c} # the first\nnote: {deep: [1, 2]}\ncallers: []'
  const plan = { hash: 'd', from: 'e, f', at: 'g' }
  const after = withMetaField('meta.yaml', withMetaField('meta.yaml', before, 'plan', plan), 'ended', '2026')
  expect(after).toBe(
    '# mine\ncreated: x # then\nplan: {hash: d, from: "e, f", at: g} # the first\nnote: {deep: [1, 2]}\ncallers: []\nended: "2026"\n',
  )
  expect(readTurnMeta('meta.yaml', after)).toEqual({ created: 'x', callers: [], plan, ended: '2026' })
})

it.each([
  ['', 'E_TEDDY_META'],
  ['- a\n', 'E_TEDDY_META'],
  ['{created: x}\n', 'E_TEDDY_META'],
  ['agent: x\n', 'E_TEDDY_META'],
  ['created: x\nagent: [a]\n', 'E_TEDDY_META'],
  ['created: x\ncallers: [{agent: a}]\n', 'E_TEDDY_META'],
  ['created: x\ncallers: [{agent: a, turn: -1}]\n', 'E_TEDDY_META'],
  ['created: x\nplan: {hash: [a]}\n', 'E_TEDDY_META'],
  ['created: x\ncreated: y\n', 'E_DUPLICATE_KEY'],
  ['created: &a x\n', 'E_YAML_ALIAS'],
])('D51–D60: %j is a fault and nothing else', (text, code) => {
  expect(() => readTurnMeta('meta.yaml', text)).toThrow(expect.objectContaining({ code }))
})

it('D56: names that every object has are names like any other', () => {
  const text = 'created: x\n__proto__: {agent: evil}\nconstructor: y\ncallers: []\n'
  expect(readTurnMeta('meta.yaml', text)).toEqual({ created: 'x', callers: [] })
})

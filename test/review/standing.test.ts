import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../src/plan/state.ts'
import { type Digest, digestOf } from '../../src/review/digest.ts'
import { isSealed, sealOf } from '../../src/review/seal.ts'
import { standingOf } from '../../src/review/standing.ts'

const bytes = (text: string) => Buffer.from(text)
const signed = (plan: string, steps: readonly (readonly [string, string])[]) => ({
  plan: bytes(plan),
  steps: new Map(steps.map(([id, text]) => [id, bytes(text)])),
})

const key = bytes('k'.repeat(64))

function approvalOf({ hash, plan, steps }: Digest, planKey = 'plans/a'): Approval {
  const sealed = { hash, plan, version: 1, by: 'ann', channel: 'terminal' } as const
  return { ...sealed, steps, seal: sealOf(key, planKey, sealed), at: '2026-11-16T09:12:00.000Z' }
}

const texts = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), fc.constantFrom('', 'x', 'y'))

describe('G84: how far a yes covers what the files say', () => {
  it('each step by its own bytes, and none when the text of the plan is another', () => {
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (before, now, isSamePlan) => {
        const [old, current] = [Object.entries(before), Object.entries(now)]
        const approval = approvalOf(digestOf(signed('p', old)))
        const standing = standingOf(digestOf(signed(isSamePlan ? 'p' : 'q', current)), approval, () => true)
        const kept = new Map(old)
        for (const [id, text] of current) expect(standing.covers(id)).toBe(isSamePlan && kept.get(id) === text)
        expect(standing.added).toEqual(current.map(([id]) => id).filter((id) => !kept.has(id)))
        expect(standing.removed).toEqual([...kept.keys()].filter((id) => !current.some(([other]) => other === id)))
        const isSame = isSamePlan && JSON.stringify(old) === JSON.stringify(current)
        expect(standing.is).toBe(isSame ? 'whole' : 'partial')
      }),
    )
  })

  it('no yes covers nothing, and neither does one that was not given here', () => {
    const digest = digestOf(signed('p', [['a', 'x']]))
    expect(standingOf(digest, undefined, () => true)).toMatchObject({ is: 'none' })
    const foreign = standingOf(digest, approvalOf(digest), () => false)
    expect(foreign.is).toBe('foreign')
    expect(foreign.covers('a')).toBe(false)
  })

  it('a step that the yes does not know is not covered by anything it inherits', () => {
    const digest = digestOf(signed('p', []))
    expect(standingOf(digest, approvalOf(digest), () => true).covers('toString')).toBe(false)
  })
})

describe('the digest', () => {
  it('tells apart where one text ends and the next begins', () => {
    const all = [
      signed('p', [['a', 'xy']]),
      signed('p', [['ax', 'y']]),
      signed('pa', [['', 'xy']]),
      signed('p', [
        ['a', 'x'],
        ['y', ''],
      ]),
      signed('p', [
        ['y', ''],
        ['a', 'x'],
      ]),
    ]
    expect(new Set(all.map((one) => digestOf(one).hash)).size).toBe(all.length)
  })
})

describe('P7: the seal', () => {
  const digest = digestOf(signed('p', [['a', 'x']]))
  const approval = approvalOf(digest)

  it('fits what was approved here, for this plan', () => {
    expect(isSealed(key, 'plans/a', approval)).toBe(true)
  })

  const other = digestOf(signed('p', [['a', 'y']]))
  it.each<[string, Uint8Array | undefined, string, Partial<Approval>]>([
    ['without a key', undefined, 'plans/a', {}],
    ['with the key of somebody else', bytes('j'.repeat(64)), 'plans/a', {}],
    ['for another plan', key, 'plans/b', {}],
    ['with another step', key, 'plans/a', { steps: other.steps }],
    ['with another step and its hash', key, 'plans/a', { steps: other.steps, hash: other.hash }],
    ['with another text of the plan', key, 'plans/a', { plan: other.hash }],
    ['with a step more', key, 'plans/a', { steps: new Map([...digest.steps, ['b', 'x']]) }],
    ['in the name of somebody else', key, 'plans/a', { by: 'bob' }],
    ['by another way', key, 'plans/a', { channel: 'agent' }],
    ['for another version', key, 'plans/a', { version: 2 }],
    ['cut short', key, 'plans/a', { seal: approval.seal.slice(1) }],
    ['empty', key, 'plans/a', { seal: '' }],
    ['of characters that are two bytes', key, 'plans/a', { seal: 'é'.repeat(64) }],
  ])('does not %s', (_title, withKey, plan, change) => {
    expect(isSealed(withKey, plan, { ...approval, ...change })).toBe(false)
  })
})

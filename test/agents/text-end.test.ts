import { describe, expect, it } from 'vitest'
import type { AgentUpdate } from '../../src/agents/agent.ts'
import { TextEnd } from '../../src/agents/text-end.ts'
import { openUpdates } from '../../src/agents/updates.ts'
import { randomFrom, seed } from '../support/random.ts'

it(`keeps the end of a text, however it comes (seed ${seed})`, () => {
  const choose = randomFrom(seed)
  const letters = ['a', 'ä', '€', '💥', '\n']
  for (let round = 0; round < 300; round++) {
    const cap = choose(30)
    const kept = new TextEnd(cap)
    let whole = ''
    for (let n = choose(60); n > 0; n--) {
      const piece = letters[choose(letters.length)]!.repeat(choose(4))
      whole += piece
      kept.add(piece)
    }
    const text = kept.text()
    const bytes = Buffer.byteLength(text)
    expect(whole.endsWith(text)).toBe(true)
    expect(bytes).toBeLessThanOrEqual(cap)
    expect(kept.truncated).toBe(Buffer.byteLength(whole) > cap)
    if (kept.truncated) expect(bytes).toBeGreaterThan(cap - 4)
    else expect(text).toBe(whole)
  }
})

describe('updates', () => {
  const collect = () => {
    const told: AgentUpdate[] = []
    return { told, updates: openUpdates((update) => void told.push(update)) }
  }

  it('join pieces into lines, and keep the kinds apart', () => {
    const { told, updates } = collect()
    updates.stream('said', 'a')
    updates.stream('said', 'b\nc\nd')
    updates.stream('thought', 'hm')
    updates.tell('tool', 'T')
    updates.stream('said', '\n')
    updates.stream('said', 'e')
    updates.end()
    updates.end()
    expect(told.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'said ab\nc',
      'said d',
      'thought hm',
      'tool T',
      'said e',
    ])
  })

  it('are cut where they are long, and come to an end', () => {
    const { told, updates } = collect()
    for (let n = 0; n < 100; n++) updates.tell('said', 'x'.repeat(100_000))
    expect(told.length).toBeLessThan(60)
    expect(Math.max(...told.map(({ text }) => text.length))).toBe(4001)
    expect(told.at(-1)).toEqual({ kind: 'told', text: 'More came than is shown.' })
  })
})

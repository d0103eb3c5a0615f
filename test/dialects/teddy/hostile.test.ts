import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sanitizeFences } from '../../../src/dialects/teddy/sanitize.ts'
import { rounds } from '../../support/long.ts'
import { hostile } from './hostile.ts'
import { read } from './plan-text.ts'

describe.each(Object.entries(hostile))('%s', (_, textOf) => {
  it('is read to its end and gives faults, and preprocess stays itself', () => {
    const text = textOf(rounds(50_000, 1_000_000))
    expect(read(text).diagnostics.length).toBeGreaterThan(0)
    const once = sanitizeFences(text).text
    expect(sanitizeFences(once).text).toBe(once)
  })
})

const example = readFileSync(join(import.meta.dirname, 'fixtures', 'seed-example', 'plan.md'), 'utf8')

it('every beginning of a plan is read, and preprocess stays itself', () => {
  for (let end = 0; end < example.length; end += 7) {
    const text = example.slice(0, end)
    expect(read(text).diagnostics.length).toBeGreaterThanOrEqual(0)
    const once = sanitizeFences(text).text
    expect(sanitizeFences(once).text).toBe(once)
  }
})

it('a plan without any one of its characters is read, and preprocess stays itself', () => {
  for (let at = 0; at < example.length; at += 3) {
    const text = example.slice(0, at) + example.slice(at + 1)
    expect(() => read(text)).not.toThrow()
    const once = sanitizeFences(text).text
    expect(sanitizeFences(once).text).toBe(once)
  }
})

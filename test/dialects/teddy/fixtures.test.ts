import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sanitizeFences } from '../../../src/dialects/teddy/sanitize.ts'
import { renderTerminal } from '../../../src/plan/diagnostics/terminal.ts'
import { meaning, read } from './plan-text.ts'

const folder = join(import.meta.dirname, 'fixtures')

describe.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(join(folder, name, 'plan.md'), 'utf8')

  it('all faults are named, each at its place, and what can be read is read', async () => {
    const { plan, diagnostics } = read(text)
    const faults = renderTerminal(diagnostics, { source: () => text })
    const told = `${faults || 'ok'}\n\n${JSON.stringify(meaning(plan), null, 2)}\n`
    await expect(told).toMatchFileSnapshot(join(folder, name, 'expected.txt'))
  })

  it('line ends of Windows change nothing', () => {
    const { plan, diagnostics } = read(text.replaceAll('\n', '\r\n'))
    const before = read(text)
    expect(JSON.parse(JSON.stringify(meaning(plan)).replaceAll('\\r\\n', '\\n'))).toEqual(meaning(before.plan))
    expect(diagnostics.map(({ code }) => code)).toEqual(before.diagnostics.map(({ code }) => code))
  })

  it('preprocess brings no fault that was not there, and twice is once', () => {
    const { text: safe } = sanitizeFences(text)
    const before = read(text).diagnostics.filter(({ severity }) => severity === 'error')
    const after = read(safe).diagnostics.filter(({ severity }) => severity === 'error')
    expect(after.length).toBeLessThanOrEqual(before.length)
    expect(sanitizeFences(safe)).toEqual({ text: safe, changes: [] })
  })

  it('preprocess makes of it what is kept beside it, or leaves it as it is', async () => {
    const file = join(folder, name, 'safe.md')
    const { text: safe } = sanitizeFences(text)
    if (safe === text) expect(existsSync(file)).toBe(false)
    else await expect(safe).toMatchFileSnapshot(file)
  })
})

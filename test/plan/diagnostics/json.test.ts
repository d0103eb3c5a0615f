import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagnostic } from '../../../src/plan/diagnostics/diagnostic.ts'
import { toJson } from '../../../src/plan/diagnostics/json.ts'
import { jsonText } from '../../../src/plan/diagnostics/json-text.ts'
import { LineIndex } from '../../../src/plan/diagnostics/position.ts'
import { anyCase, anyText } from './arbitrary.ts'
import { hostileTitles } from './hostile.ts'

describe('toJson', () => {
  it('has its keys in one order, whatever the order they came in', () => {
    const range = new LineIndex('abc').range(0, 1)
    const shuffled = { ...diagnostic('E_YAML', 'm', { related: [{ range, file: 'b', message: 'r' }], expected: 'e' }) }
    const full = {
      fix: { edits: [{ text: '', end: 1, start: 0, file: 'a' }], title: 't' },
      actual: 'x',
      range,
      file: 'a',
    }
    expect(JSON.stringify(toJson([{ ...full, ...shuffled }]))).toBe(
      '[{"code":"E_YAML","severity":"error","message":"m","file":"a",' +
        '"range":{"start":{"line":1,"column":1,"offset":0},"end":{"line":1,"column":2,"offset":1}},' +
        '"actual":"x","expected":"e","hint":"Mend the line that is shown.",' +
        '"fix":{"title":"t","edits":[{"file":"a","start":0,"end":1,"text":""}]},' +
        '"related":[{"message":"r","file":"b",' +
        '"range":{"start":{"line":1,"column":1,"offset":0},"end":{"line":1,"column":2,"offset":1}}}],' +
        '"url":"docs/errors.md#e_yaml"}]',
    )
  })

  it('leaves out what is not there', () => {
    const [bare] = toJson([{ code: 'E_YAML', severity: 'error', message: 'm', url: 'u' }])
    expect(Object.keys(bare!)).toEqual(['code', 'severity', 'message', 'url'])
  })

  it.each(hostileTitles)('keeps the text as it is: %s (H90)', (_, title) => {
    const [one] = JSON.parse(JSON.stringify(toJson([diagnostic('E_YAML', title)])))
    expect(one.message).toBe(title)
  })

  it('comes back the same from JSON, whatever it holds', () => {
    fc.assert(
      fc.property(anyCase, ({ diagnostic: one }) => {
        expect(toJson([one])).toEqual([one])
        expect(JSON.parse(JSON.stringify(toJson([one])))).toEqual([one])
        expect(JSON.parse(jsonText(toJson([one]), 2))).toEqual([one])
      }),
    )
  })
})

describe('jsonText', () => {
  it.each(hostileTitles)('shows nothing raw and loses nothing: %s (H90)', (_, title) => {
    const text = jsonText({ title })
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(JSON.parse(text)).toEqual({ title })
  })

  it('does so for any text', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const text = jsonText({ title }, 2)
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        expect(JSON.parse(text)).toEqual({ title })
      }),
    )
  })
})

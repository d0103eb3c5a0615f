import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyJournal, type JournalEnd, sealLines, unsealLine } from '../../../src/store/journal/line.ts'
import { readJournal } from '../../../src/store/journal/read.ts'

/** Batches of entries, each synced before the next is written. */
const batches = [[{ n: 0 }], [{ n: 1 }, { n: 2 }, { n: 3 }], [{ n: 4 }], [{ n: 5 }, { n: 6 }]]

const { text, ends } = write(batches)

describe('a journal', () => {
  it('comes back as it was written', () => {
    expect(numbers(text)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(readJournal(Buffer.from(text), emptyJournal, 'f').diagnostics).toEqual([])
  })

  it('has our keys behind those of the entry', () => {
    expect(text.split('\n')[0]).toMatch(/^\{"n":0,"seq":0,"prev":"","sum":"[0-9a-f]{16}"\}$/)
    expect(text.split('\n')[2]).toMatch(
      /^\{"n":2,"batch":\[1,3\],"seq":2,"prev":"[0-9a-f]{16}","sum":"[0-9a-f]{16}"\}$/,
    )
  })

  it('can be read on from any end', () => {
    for (const end of ends) {
      const reading = readJournal(Buffer.from(text).subarray(end.offset), end, 'f')
      expect(reading.lines.at(-1)?.seq ?? 6).toBe(6)
      expect(reading.end.offset).toBe(text.length)
    }
  })

  it('C37: cut off at any byte gives the whole batches before the cut, with a warning', () => {
    for (let cut = 0; cut <= text.length; cut++) {
      const { lines, end, diagnostics } = readJournal(Buffer.from(text).subarray(0, cut), emptyJournal, 'f')
      const whole = ends.findLast((one) => one.offset <= cut) ?? emptyJournal
      expect(end.seq).toBe(whole.seq)
      expect(end.offset + end.torn).toBe(cut)
      expect(lines).toHaveLength(whole.seq + 1)
      expect(diagnostics.map((one) => one.code)).toEqual(cut === whole.offset ? [] : ['E_JOURNAL_TORN'])
    }
  })

  it('C38: with any byte changed before the last batch is corrupt, and nothing is read past it', () => {
    const lastBatch = ends.at(-2)!.offset
    for (let at = 0; at < text.length; at++) {
      const bytes = Buffer.from(text)
      bytes[at] = bytes[at]! ^ 1
      const { lines, diagnostics } = readJournal(bytes, emptyJournal, 'f')
      const before = ends.filter((one) => one.offset <= at).at(-1)?.seq ?? -1
      expect(lines.length, `byte ${at}`).toBe(before + 1)
      expect(diagnostics.map((one) => one.code)).toEqual([at < lastBatch ? 'E_JOURNAL_CORRUPT' : 'E_JOURNAL_TORN'])
    }
  })

  it.each(['', '\n\n\n', '\0'.repeat(1000), '{}\n', 'null\n[]\n"x"\n', '{"seq":0}\n', '{'.repeat(100_000)])(
    'C38: that is not one (%#) is torn from the start, not a crash',
    (junk) => {
      const { lines, end } = readJournal(Buffer.from(junk), emptyJournal, 'f')
      expect(lines).toEqual([])
      expect(end).toEqual({ ...emptyJournal, torn: junk.length })
    },
  )

  it('with a line removed, doubled or moved is not taken for whole', () => {
    const lines = text.trimEnd().split('\n')
    const codes = (changed: string[]) =>
      readJournal(Buffer.from(`${changed.join('\n')}\n`), emptyJournal, 'f').diagnostics.map((one) => one.code)
    expect(codes(lines.toSpliced(4, 1))).toEqual(['E_JOURNAL_CORRUPT'])
    expect(codes([...lines.slice(0, 5), lines[4]!, ...lines.slice(5)])).toEqual(['E_JOURNAL_STALE'])
    expect(codes([lines[0]!, lines[4]!, ...lines.slice(1, 4), ...lines.slice(5)])).toEqual(['E_JOURNAL_CORRUPT'])
  })

  it('damaged in a write that was never known to be durable is torn, although another write followed', () => {
    const first = sealLines([{ n: 0 }], emptyJournal)
    const second = sealLines([{ n: 1 }], { ...first.end, unsure: 0 })
    const bytes = Buffer.concat([first.bytes, second.bytes])
    bytes[3] = 0
    const { lines, diagnostics } = readJournal(bytes, emptyJournal, 'f')
    expect(lines).toEqual([])
    expect(diagnostics.map((one) => one.code)).toEqual(['E_JOURNAL_TORN'])
  })

  it('keeps any entry exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }), (entries) => {
        const given = entries.map((entry) => ({ type: 'any', entry }))
        const sealed = sealLines(given, emptyJournal)
        const { lines, end } = readJournal(sealed.bytes, emptyJournal, 'f')
        expect(end.offset).toBe(sealed.end.offset)
        expect(lines.map((line) => line.fields.entry)).toEqual(
          given.map((one) => JSON.parse(JSON.stringify(one.entry))),
        )
      }),
    )
  })
})

it('D56: keys that objects are born with change no prototype', () => {
  const sealed = sealLines([JSON.parse('{"type":"x","__proto__":{"polluted":1},"constructor":2}')], emptyJournal)
  const line = unsealLine(sealed.bytes.toString().trimEnd())
  expect(line?.fields.polluted).toBeUndefined()
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

function write(all: readonly (readonly object[])[]): { text: string; ends: JournalEnd[] } {
  const ends: JournalEnd[] = []
  let text = ''
  let end = emptyJournal
  for (const entries of all) {
    const sealed = sealLines(entries, end)
    text += sealed.bytes
    end = { ...sealed.end, unsure: sealed.end.seq + 1 }
    ends.push(end)
  }
  return { text, ends }
}

function numbers(journal: string): unknown[] {
  return readJournal(Buffer.from(journal), emptyJournal, 'f').lines.map((line) => line.fields.n)
}

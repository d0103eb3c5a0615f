import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { isModest } from '../../../src/agents/acp/is-modest.ts'
import { limits } from '../../../src/agents/acp/limits.ts'
import { Lines } from '../../../src/agents/acp/lines.ts'
import { readMessage } from '../../../src/agents/acp/read-message.ts'
import { messageStream } from '../../../src/agents/acp/stream.ts'
import { randomFrom, seed } from '../../support/random.ts'

describe('lines', () => {
  it(`come out the same however the bytes are cut (seed ${seed})`, () => {
    const choose = randomFrom(seed)
    const text = 'ä\n\n{"a":"💥"}\r\nlast one\nunfinished'
    for (let round = 0; round < 200; round++) {
      const bytes = Buffer.from(text)
      const lines = new Lines(100)
      const found: string[] = []
      for (let from = 0; from < bytes.length; ) {
        const to = from + 1 + choose(8)
        found.push(...lines.add(bytes.subarray(from, to)))
        from = to
      }
      expect(found).toEqual(text.split('\n').slice(0, -1))
    }
  })

  it('are refused above the cap, though they have not ended', () => {
    expect(() => [...new Lines(10).add(Buffer.alloc(11, 'x'))]).toThrow('E_AGENT_BROKEN')
    expect([...new Lines(10).add(Buffer.from('0123456789\n0123456789\n'))]).toHaveLength(2)
  })
})

it.each<[string, boolean]>([
  ['[1,2,3,4]', true],
  ['[1,2,3,4,5]', false],
  ['[[[]]]', false],
  ['[[],[]]', true],
  ['{"a":"[[[[,,,,,,"}', true],
  ['{"a":"\\"[[[[,,,,,,"}', true],
  ['{"a":"\\\\","b":[[]]}', false],
  ['"never ends [[[[', true],
])('%s is modest with 4 parts and 2 levels: %s', (json, expected) => {
  expect(isModest(json, { parts: 4, depth: 2 })).toBe(expected)
})

it.each<[string, boolean]>([
  ['{"jsonrpc":"2.0","method":"a"}', true],
  [' {"jsonrpc":"2.0","id":1,"method":"a"}', true],
  ['{"jsonrpc":"2.0","id":"x","result":null}', true],
  ['{"jsonrpc":"2.0","id":1,"error":{}}', true],
  ['{"jsonrpc":"1.0","method":"a"}', false],
  ['{"jsonrpc":"2.0","method":5}', false],
  ['{"jsonrpc":"2.0","id":{},"method":"a"}', false],
  ['{"jsonrpc":"2.0","id":null,"result":1}', false],
  ['{"jsonrpc":"2.0","id":1}', false],
  ['[]', false],
  ['{', false],
  ['', false],
  ['hello', false],
])('%s is a message: %s', (line, expected) => {
  expect(readMessage(line) !== undefined).toBe(expected)
})

describe('the stream', () => {
  const request = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"fs/read_text_file"}\n`

  it('is not read on while too many requests wait for an answer', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    const { readable, writable } = messageStream(stdin, stdout, { now: () => 0, onUpdate: () => {} })
    for (let id = 0; id < limits.answering + 1; id++) stdout.write(request(id))
    const reader = readable.getReader()
    for (let id = 0; id < limits.answering; id++) expect((await reader.read()).value).toMatchObject({ id })
    let more: unknown
    const next = reader.read().then(({ value }) => {
      more = value
    })
    await new Promise((resolve) => void setTimeout(resolve, 20))
    expect(more).toBeUndefined()
    await writable.getWriter().write({ jsonrpc: '2.0', id: 3, result: {} })
    await next
    expect(more).toMatchObject({ id: limits.answering })
  })

  it('hands on no answer that nobody asked for, and one only once', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    const { readable, writable } = messageStream(stdin, stdout, { now: () => 0, onUpdate: () => {} })
    await writable.getWriter().write({ jsonrpc: '2.0', id: 1, method: 'initialize' })
    const answer = (id: number, result: string) => `{"jsonrpc":"2.0","id":${id},"result":"${result}"}\n`
    stdout.end(answer(0, 'unasked') + answer(1, 'first') + answer(1, 'second') + request(9))
    const got: unknown[] = []
    for await (const message of readable) got.push(message)
    expect(got).toMatchObject([{ id: 1, result: 'first' }, { id: 9 }])
  })

  it('allows a long work its many messages, by the time it takes', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()]
    let seconds = 0
    let updates = 0
    const onUpdate = (): void => void updates++
    const { readable } = messageStream(stdin, stdout, { now: () => seconds * 1000, onUpdate })
    const line = `{"jsonrpc":"2.0","method":"session/update","params":"${'x'.repeat(1024 * 1024)}"}\n`
    const read = (async () => {
      for await (const _ of readable);
    })()
    for (let n = 0; n < 100; n++) {
      seconds++
      if (!stdout.write(line)) await new Promise((resolve) => void stdout.once('drain', resolve))
    }
    stdout.end()
    await read
    expect(updates).toBe(100)
  })
})

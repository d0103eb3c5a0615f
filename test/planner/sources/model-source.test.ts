import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { longestAnswer } from '../../../src/planner/source.ts'
import { modelServer, type Reply } from '../model-server.ts'
import { modelAt, providerNames, testKey } from '../planner-kit.ts'

const question = { system: 'Be brief.', prompt: 'Say hello.' }

/** Whatever happens, nothing reaches the terminal and nothing is left that nobody caught. */
const spoken: string[] = []
const uncaught: unknown[] = []
const catchIt = (error: unknown): void => void uncaught.push(error)

beforeEach(() => {
  for (const name of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((...words) => void spoken.push(words.join(' ')))
  }
  process.on('unhandledRejection', catchIt)
})

afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', catchIt)
  vi.restoreAllMocks()
  expect(spoken.splice(0)).toEqual([])
  expect(uncaught.splice(0)).toEqual([])
})

async function faultOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isFault(error)) throw new Error('no fault', { cause: error })
  return error.diagnostics[0]!
}

describe.each(providerNames)('%s', (provider) => {
  it('is asked with the key, and answers in pieces, with its model and what it used', async () => {
    const text = 'Hello 👋, world.\n'
    const server = await modelServer({ text, piece: 1 })
    const pieces: string[] = []
    const answer = await modelAt(provider, server.url).ask({ ...question, onText: (piece) => pieces.push(piece) })
    expect(answer).toMatchObject({ text, usage: { inputTokens: 120, outputTokens: 34 } })
    expect(answer.model).toMatch(/-test$/)
    expect(pieces.join('')).toBe(text)
    expect(pieces.length).toBeGreaterThan(5)
    const [{ headers, body, said }] = server.requests as [(typeof server.requests)[0]]
    expect([headers['x-api-key'], headers.authorization]).toEqual(
      provider === 'anthropic' ? [testKey, undefined] : [undefined, `Bearer ${testKey}`],
    )
    expect(body).toMatchObject({ model: 'test-model', stream: true })
    for (const words of Object.values(question)) expect(said).toContain(words)
    expect(said).not.toContain(testKey)
  })

  it.each<[status: number, hint: string]>([
    [401, 'MY_KEY'],
    [403, 'MY_KEY'],
    [404, 'test-model'],
    [400, 'mend'],
  ])('status %i is a fault with what was said, and is not tried again', async (status, hint) => {
    const body = JSON.stringify({ type: 'error', error: { type: 'x', message: `no, ${testKey}\u001b[31m` } })
    const server = await modelServer({ status, body })
    const fault = await faultOf(modelAt(provider, server.url).ask(question))
    expect(fault).toMatchObject({ code: 'E_PLANNER_FAILED', actual: String(status) })
    expect(fault.message).toContain(`${provider}/test-model answered with status ${status}: "no, …\\u001b[31m"`)
    expect(fault.hint).toContain(hint)
    expect(server.requests).toHaveLength(1)
  })

  it('what is said about a fault is not repeated at any length', async () => {
    const server = await modelServer({ status: 400, body: 'x'.repeat(100_000) })
    const { message } = await faultOf(modelAt(provider, server.url).ask(question))
    expect(message.length).toBeLessThan(500)
  })

  it.each<[string, Record<string, string>]>([
    ['milliseconds', { 'retry-after-ms': '20' }],
    ['seconds', { 'retry-after': '0' }],
    ['a moment', { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT', date: 'Sun, 06 Nov 1994 08:49:37 GMT' }],
  ])('too many requests: it waits as long as it is asked, in %s, and asks again', async (_, headers) => {
    const server = await modelServer({ status: 429, headers, body: '' }, { status: 429, headers }, { text: 'at last' })
    const waits: number[] = []
    const answer = await modelAt(provider, server.url).ask({ ...question, onWait: (_why, ms) => waits.push(ms) })
    expect(answer.text).toBe('at last')
    expect(waits).toEqual(headers['retry-after-ms'] ? [20, 20] : [0, 0])
    expect(server.requests).toHaveLength(3)
  })

  it('too many requests: it does not wait for longer than a minute', async () => {
    const server = await modelServer({ status: 429, headers: { 'retry-after': '3600' } })
    const fault = await faultOf(modelAt(provider, server.url).ask(question))
    expect(fault.message).toContain('It asks to wait 3600 s')
    expect(fault.hint).toBe('Try it again later.')
    expect(server.requests).toHaveLength(1)
  })

  it('a fault of the server is tried again, and again, and no more', async () => {
    const server = await modelServer({ status: 500, body: '<html>oops</html>' })
    const waits: number[] = []
    const fault = await faultOf(
      modelAt(provider, server.url).ask({ ...question, onWait: (_why, ms) => waits.push(ms) }),
    )
    expect(fault.message).toContain('status 500')
    expect(fault.message).toContain('3 times')
    expect(waits).toEqual([500, 1000])
    expect(server.requests).toHaveLength(3)
  })

  it('an address where nobody is', async () => {
    const fault = await faultOf(modelAt(provider, `http://127.0.0.1:${await freePort()}/v1`).ask(question))
    expect(fault.code).toBe('E_PLANNER_FAILED')
    expect(fault.message).toMatch(/gave no whole answer: ".*ECONNREFUSED/)
  })

  it('an answer that breaks off is asked for again, from its start', async () => {
    const text = 'abcdef'
    const server = await modelServer({ text, piece: 1, cutAfter: 5 }, { text })
    const answer = await modelAt(provider, server.url).ask(question)
    expect(answer.text).toBe(text)
    expect(server.requests).toHaveLength(2)
  })

  it('an answer that ends in the middle as if it were whole is none', async () => {
    const server = await modelServer({ text: 'abcdef', piece: 1, endAfter: 5 }, { text: 'abcdef' })
    expect((await modelAt(provider, server.url).ask(question)).text).toBe('abcdef')
    expect(server.requests).toHaveLength(2)
  })

  it.each<[string, Reply]>([
    ['an event that is no JSON', { text: 'abcdef', piece: 2, raw: 'data: {"type": nope\n\n' }],
    ['an event of another shape', { text: 'abcdef', piece: 2, raw: 'data: {"type": 7, "choices": 8}\n\n' }],
    ['a page', { status: 200, body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } }],
    ['nothing', { text: '' }],
    ['blanks', { text: ' \n' }],
  ])('%s is no answer', async (_, reply) => {
    const server = await modelServer(reply)
    const fault = await faultOf(modelAt(provider, server.url).ask(question))
    expect(fault.code).toBe('E_PLANNER_FAILED')
  })

  it('an answer that reached the limit of the model is not taken for a whole one', async () => {
    const server = await modelServer({ text: 'half a pl', stop: 'length' })
    expect(await faultOf(modelAt(provider, server.url).ask(question))).toMatchObject({ code: 'E_ANSWER_CUT' })
    expect(server.requests).toHaveLength(1)
  })

  it('an answer without an end is cut, and the connection closed', async () => {
    const server = await modelServer({ text: 'x'.repeat(longestAnswer + 1), piece: 64 * 1024, hangAfter: 40 })
    expect(await faultOf(modelAt(provider, server.url).ask(question))).toMatchObject({ code: 'E_ANSWER_CUT' })
    await server.left
  })

  it.each<[string, Reply]>([
    ['never begins', { isSilent: true }],
    ['stops in the middle', { text: 'abcdef', piece: 1, hangAfter: 4 }],
    ['asks to wait', { status: 503, headers: { 'retry-after': '50' } }],
  ])('an answer that %s is waited for no longer than allowed', async (_, reply) => {
    const server = await modelServer(reply)
    const source = modelAt(provider, server.url, { 'planner.timeout': 300 })
    expect(await faultOf(source.ask(question))).toMatchObject({ code: 'E_PLANNER_TIMEOUT' })
    if (reply.status === undefined) await server.left
  })

  it.each<[string, Reply]>([
    ['while it says nothing', { isSilent: true }],
    ['in the middle', { text: 'abcdef', piece: 1, hangAfter: 4 }],
    ['between two tries', { status: 503, headers: { 'retry-after': '50' } }],
  ])('can be stopped %s', async (_, reply) => {
    const server = await modelServer(reply)
    const stop = new AbortController()
    const asked = faultOf(modelAt(provider, server.url).ask({ ...question, signal: stop.signal }))
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    stop.abort()
    expect(await asked).toMatchObject({ code: 'E_PLANNER_STOPPED' })
    if (reply.status === undefined) await server.left
  })

  it('whoever was stopped before is not asked at all', async () => {
    const server = await modelServer({ text: 'x' })
    const signal = AbortSignal.abort()
    expect(await faultOf(modelAt(provider, server.url).ask({ ...question, signal }))).toMatchObject({
      code: 'E_PLANNER_STOPPED',
    })
    expect(server.requests).toHaveLength(0)
  })

  it('an answer that points elsewhere is not followed, so the key stays where it belongs', async () => {
    const elsewhere = await modelServer({ text: 'mine now' })
    const server = await modelServer({ status: 307, headers: { location: `${elsewhere.url}/messages` } })
    const fault = await faultOf(modelAt(provider, server.url).ask(question))
    expect(fault.message).toContain('status 307')
    expect(elsewhere.requests).toHaveLength(0)
  })

  it('what listens to the pieces may throw, and that is what is thrown', async () => {
    const server = await modelServer({ text: 'abcdef', piece: 1, hangAfter: 4 })
    const own = new Error('of the caller')
    const asked = modelAt(provider, server.url).ask({
      ...question,
      onText: () => {
        throw own
      },
    })
    await expect(asked).rejects.toBe(own)
    await server.left
  })
})

it('a fault inside of the stream is said in the words of the provider', async () => {
  const raw = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
  const server = await modelServer({ text: 'abcdef', piece: 2, raw }, { text: 'well' })
  const waits: string[] = []
  const answer = await modelAt('anthropic', server.url).ask({ ...question, onWait: (why) => waits.push(why) })
  expect(answer.text).toBe('well')
  expect(waits).toEqual(['anthropic/test-model gave no whole answer: "Overloaded".'])
})

it('a model that refuses is not asked again', async () => {
  const server = await modelServer({ text: '', stop: 'refusal' })
  const { message } = await faultOf(modelAt('anthropic', server.url).ask(question))
  expect(message).toBe('anthropic/test-model refused to answer.')
  expect(server.requests).toHaveLength(1)
})

it('whatever is sent beside the answer, there is an end to it', async () => {
  const server = await modelServer({ text: 'abcdef', piece: 2, raw: `: ${'x'.repeat(65 * 1024 * 1024)}\n\n` })
  const { message } = await faultOf(modelAt('anthropic', server.url).ask(question))
  expect(message).toContain('more than 64 MiB were sent')
})

it('what OpenAI is asked it does not keep', async () => {
  const server = await modelServer({ text: 'x' })
  await modelAt('openai', server.url).ask(question)
  expect(server.requests[0]!.body.store).toBe(false)
})

it('a compatible endpoint without a key gets none', async () => {
  const server = await modelServer({ text: 'x' })
  await modelAt('compatible', server.url, { 'planner.key': '' }).ask(question)
  expect(server.requests[0]!.headers.authorization).toBeUndefined()
})

it('variables of the environment do not send the key elsewhere', async () => {
  const [server, elsewhere] = [await modelServer({ text: 'x' }), await modelServer({ text: 'mine now' })]
  for (const name of ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL']) vi.stubEnv(name, elsewhere.url)
  for (const provider of providerNames) await modelAt(provider, server.url).ask(question)
  vi.unstubAllEnvs()
  expect([server.requests.length, elsewhere.requests.length]).toEqual([3, 0])
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

/** What the server does with one request. */
export interface Reply {
  readonly text?: string
  /** Characters in one event. */
  readonly piece?: number
  /** Why the model stopped, in the words of the protocol. */
  readonly stop?: 'end' | 'length' | 'refusal'
  /** Anything but 200 is answered with `body` as it is. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends the connection after so many events, without a last one. */
  readonly cutAfter?: number
  /** Ends the stream after so many events, as if it were whole. */
  readonly endAfter?: number
  /** Leaves the stream open for good after so many events. */
  readonly hangAfter?: number
  /** Sent as an event of the stream, as it is, after the first piece of text. */
  readonly raw?: string
  /** Says nothing at all. */
  readonly isSilent?: boolean
}

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
  /** Everything that the request says to the model, as one text. */
  readonly said: string
}

export interface ModelServer {
  readonly url: string
  readonly requests: readonly Received[]
  /** Resolves when the next connection is closed by whoever asked. */
  readonly left: Promise<void>
}

const open: (() => Promise<void>)[] = []

/** A server on loopback that speaks the protocols of Anthropic and OpenAI. It gives one reply after the other, the last for ever. */
export async function modelServer(...replies: readonly Reply[]): Promise<ModelServer> {
  const requests: Received[] = []
  let tellLeft = (): void => {}
  const left = new Promise<void>((resolve) => {
    tellLeft = resolve
  })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const path = request.url ?? ''
      requests.push({ path, headers: request.headers, body: JSON.parse(raw) as Received['body'], said: raw })
      response.on('close', () => {
        if (!response.writableEnded) tellLeft()
      })
      void answer(response, path, replies[Math.min(requests.length, replies.length) - 1]!)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, left }
}

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function answer(response: ServerResponse, path: string, reply: Reply): Promise<void> {
  if (reply.isSilent) return
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.body ?? '')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers })
  const events = eventsOf(path, reply)
  for (const [at, event] of events.entries()) {
    if (at === reply.cutAfter) {
      response.socket?.destroySoon()
      return
    }
    if (at === reply.endAfter) break
    if (at === reply.hangAfter) return
    response.write(event)
    // Each event arrives by itself, as it does from afar.
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

function eventsOf(path: string, reply: Reply): string[] {
  if (path === '/v1/messages') return messages(reply)
  if (path === '/v1/responses') return responses(reply)
  if (path === '/v1/chat/completions') return completions(reply)
  return []
}

function pieces({ text = '', piece = 1000 }: Reply): string[] {
  const all: string[] = []
  for (let at = 0; at < text.length; at += piece) all.push(text.slice(at, at + piece))
  return all
}

/** Anthropic Messages. */
function messages(reply: Reply): string[] {
  const stop = { end: 'end_turn', length: 'max_tokens', refusal: 'refusal' }[reply.stop ?? 'end']
  const event = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
  const usage = { input_tokens: 120, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-test', content: [] }
  return [
    event('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...withRaw(
      reply,
      pieces(reply).map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
    ),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 34 } }),
    event('message_stop', {}),
  ]
}

/** OpenAI Responses. */
function responses(reply: Reply): string[] {
  let count = 0
  const event = (type: string, rest: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: count++, ...rest })}\n\n`
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-test', output: [], error: null }
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
  const usage = {
    input_tokens: 120,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 34,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 154,
  }
  const isCut = reply.stop === 'length'
  return [
    event('response.created', { response: { ...response, status: 'in_progress', incomplete_details: null } }),
    event('response.output_item.added', { output_index: 0, item }),
    ...withRaw(
      reply,
      pieces(reply).map((delta) =>
        event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta }),
      ),
    ),
    event('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed' } }),
    event(isCut ? 'response.incomplete' : 'response.completed', {
      response: {
        ...response,
        status: isCut ? 'incomplete' : 'completed',
        incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
        usage,
      },
    }),
  ]
}

/** OpenAI chat completions, which every compatible endpoint speaks. */
function completions(reply: Reply): string[] {
  const chunk = (choices: readonly object[], rest: object = {}): string => {
    const base = { id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: 'local-test' }
    return `data: ${JSON.stringify({ ...base, choices, ...rest })}\n\n`
  }
  const stop = { end: 'stop', length: 'length', refusal: 'content_filter' }[reply.stop ?? 'end']
  return [
    chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    ...withRaw(
      reply,
      pieces(reply).map((content) => chunk([{ index: 0, delta: { content }, finish_reason: null }])),
    ),
    chunk([{ index: 0, delta: {}, finish_reason: stop }]),
    chunk([], { usage: { prompt_tokens: 120, completion_tokens: 34, total_tokens: 154 } }),
    'data: [DONE]\n\n',
  ]
}

function withRaw({ raw }: Reply, events: readonly string[]): string[] {
  return raw === undefined ? [...events] : [...events.slice(0, 1), raw, ...events.slice(1)]
}

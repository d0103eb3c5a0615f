/**
 * An agent that follows a script instead of asking a model: `node agent.mjs <script.json>`. It speaks the Agent Client
 * Protocol over its standard input and output, one JSON message a line, and needs nothing but Node. Use it to try a plan
 * without a key and without a network.
 *
 * The script holds, for each step, what is done at the first attempt, at the second, and so on:
 *
 *     { "names": [[{ "say": "Writing it." }, { "write": "src/names.mjs", "lines": ["…"] }]] }
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const script = process.argv[2] === undefined ? {} : JSON.parse(readFileSync(process.argv[2], 'utf8'))
const sessions = new Map()
const attempts = new Map()
const waiting = new Map()
let lastId = 0

const lines = createInterface({ input: process.stdin })
// Whoever talks with us is gone, however it ended.
lines.on('close', () => process.exit())
lines.on('line', (line) => {
  const message = JSON.parse(line)
  if (message.method === undefined) waiting.get(message.id)?.(message)
  else if (message.id === undefined) notified(message)
  else void answer(message)
})

async function answer({ id, method, params }) {
  const handler = handlers.get(method)
  if (handler === undefined) send({ id, error: { code: -32601, message: `unknown method ${method}` } })
  else send({ id, result: await handler(params) })
}

const handlers = new Map([
  [
    'initialize',
    () => ({
      protocolVersion: 1,
      agentCapabilities: {},
      agentInfo: { name: 'scripted', version: '1.0.0' },
      authMethods: [],
    }),
  ],
  [
    'session/new',
    ({ cwd }) => {
      const sessionId = `script-${sessions.size + 1}`
      sessions.set(sessionId, { sessionId, cwd, stop: new AbortController() })
      return { sessionId }
    },
  ],
  ['session/prompt', ({ sessionId, prompt }) => work(sessions.get(sessionId), prompt)],
])

function notified({ method, params }) {
  if (method === 'session/cancel') sessions.get(params.sessionId)?.stop.abort()
}

async function work(session, prompt) {
  const text = prompt.map((part) => part.text ?? '').join('\n')
  const step = /one step, `([^`]+)`/.exec(text)?.[1] ?? ''
  const attempt = attempts.get(step) ?? 0
  attempts.set(step, attempt + 1)
  const actions = Object.hasOwn(script, step) ? script[step] : [[{ say: 'ready' }]]
  for (const action of actions[Math.min(attempt, actions.length - 1)]) {
    if (session.stop.signal.aborted) return { stopReason: 'cancelled' }
    await act(session, action)
  }
  return { stopReason: session.stop.signal.aborted ? 'cancelled' : 'end_turn' }
}

/** Each action is an object with one of these names. */
async function act(session, action) {
  const { sessionId, cwd, stop } = session
  if (action.say !== undefined) tell(sessionId, 'agent_message_chunk', { content: textPart(`${action.say}\n`) })
  if (action.think !== undefined) tell(sessionId, 'agent_thought_chunk', { content: textPart(action.think) })
  if (action.wait !== undefined) await pause(action.wait, stop.signal)
  if (action.write !== undefined) {
    tell(sessionId, 'tool_call', { toolCallId: `call-${lastId}`, title: `Write ${action.write}`, kind: 'edit' })
    const content = action.lines.map((line) => `${line}\n`).join('')
    await request('fs/write_text_file', { sessionId, path: join(cwd, action.write), content })
  }
  if (action.ask !== undefined) {
    const toolCall = { toolCallId: `call-${lastId}`, title: action.ask, kind: action.kind }
    await request('session/request_permission', { sessionId, toolCall, options: yesOrNo })
  }
  if (action.cost !== undefined) tell(sessionId, 'usage_update', { used: 0, size: 0, cost: action.cost })
  if (action.exit !== undefined) process.exit(action.exit)
}

const yesOrNo = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

function textPart(text) {
  return { type: 'text', text }
}

function tell(sessionId, sessionUpdate, details) {
  send({ method: 'session/update', params: { sessionId, update: { sessionUpdate, ...details } } })
}

function request(method, params) {
  const id = ++lastId
  send({ id, method, params })
  return new Promise((resolve) => {
    waiting.set(id, resolve)
  }).finally(() => waiting.delete(id))
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

/** Ends early when it is told to stop. */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

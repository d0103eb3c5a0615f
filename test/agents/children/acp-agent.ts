/**
 * A small real agent. The prompt says how it behaves, the variable START how it starts. It writes its number into the file
 * that PIDS names, so that a test can see whether anything of it is left.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, writeSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AgentContext,
  agent,
  ndJsonStream,
  type PromptResponse,
  RequestError,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk'

const { PIDS, START = 'well' } = process.env
const notePid = (pid: number | undefined): void => void (PIDS && appendFileSync(PIDS, `${pid}\n`))
notePid(process.pid)

let sessions = 0
/** `START=modes agent read-only`: the modes it offers, the one it starts in first. With `modes!` it takes no other. */
let [, mode, ...otherModes] = START.split(' ') as [string, string?, ...string[]]
let requests = 1_000_000
const cancelled = new Map<string, () => void>()

interface Turn {
  readonly client: AgentContext
  readonly sessionId: string
  readonly words: readonly string[]
}

type Behaviour = (turn: Turn) => Promise<PromptResponse['stopReason'] | PromptResponse>

const behaviours: Record<string, Behaviour> = {
  async well({ client, sessionId }) {
    for (const text of ['I look', ' at the file.\nThen', ' I write.']) await say(client, sessionId, text)
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Change out.txt', kind: 'edit' } as const
    await client.notify('session/update', { sessionId, update })
    const { outcome } = await askFor(client, sessionId, 'edit', ['out.txt'])
    const { content } = await client.request('fs/read_text_file', { sessionId, path: `${process.cwd()}/notes.txt` })
    const path = `${process.cwd()}/deep/er/out.txt`
    await client.request('fs/write_text_file', { sessionId, path, content: content.toUpperCase() })
    const cost = { amount: 0.25, currency: 'USD' }
    await client.notify('session/update', {
      sessionId,
      update: { sessionUpdate: 'usage_update', used: 9, size: 99, cost },
    })
    await say(client, sessionId, `Permission: ${outcome.outcome}.`)
    return { stopReason: 'end_turn', usage: { inputTokens: 812, outputTokens: 96 } } as PromptResponse
  },
  async pause({ client, sessionId, words }) {
    await sleep(Number(words[1]))
    await say(client, sessionId, 'rested')
    return 'end_turn'
  },
  async stop({ words }) {
    return words[1] as PromptResponse['stopReason']
  },
  async ask({ client, sessionId, words: [, kind, ...paths] }) {
    const { outcome } = await askFor(client, sessionId, kind as 'edit', paths)
    await say(client, sessionId, outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome)
    return 'end_turn'
  },
  async mode({ client, sessionId }) {
    await say(client, sessionId, mode ?? 'none')
    return 'end_turn'
  },
  async unasked({ client, sessionId, words: [, kind] }) {
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Use it', kind: kind as 'edit' } as const
    await client.notify('session/update', { sessionId, update })
    const end = { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' } as const
    await client.notify('session/update', { sessionId, update: end })
    return 'end_turn'
  },
  // As Codex does: a no ends the turn, and it waits to be told what to do instead.
  async touchy({ client, sessionId, words }) {
    const { outcome } = await askFor(client, sessionId, 'execute' as 'edit', [])
    await say(client, sessionId, outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome)
    if (words[1] === 'always') behaviours.It = behaviours.touchy!.bind(undefined, { client, sessionId, words })
    return { stopReason: 'cancelled', usage: { inputTokens: 10, outputTokens: 1 } } as PromptResponse
  },
  async It({ client, sessionId, words }) {
    await say(client, sessionId, `It was told: ${words.join(' ')}`)
    return { stopReason: 'end_turn', usage: { inputTokens: 10, outputTokens: 1 } } as PromptResponse
  },
  async disguise({ client, sessionId }) {
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'List', kind: 'execute' } as const
    await client.notify('session/update', { sessionId, update })
    return behaviours.ask!({ client, sessionId, words: ['ask', 'read'] })
  },
  async always({ client, sessionId }) {
    const options = [{ optionId: 'for-ever', name: 'Always', kind: 'allow_always' as const }]
    const toolCall = { toolCallId: 'c1', title: 'Edit', kind: 'edit' as const }
    const { outcome }: RequestPermissionResponse = await client.request('session/request_permission', {
      sessionId,
      toolCall,
      options,
    })
    await say(client, sessionId, outcome.outcome)
    return 'end_turn'
  },
  async read({ client, sessionId, words: [, path = '', line, limit] }) {
    const lines = line === undefined ? {} : { line: Number(line), limit: Number(limit) }
    return attempt(client, sessionId, async () => {
      return (await client.request('fs/read_text_file', { sessionId, path, ...lines })).content
    })
  },
  async write({ client, sessionId, words: [, path = '', content = 'x'] }) {
    return attempt(client, sessionId, async () => {
      await client.request('fs/write_text_file', { sessionId, path, content })
      return 'written'
    })
  },
  async big({ client, sessionId, words: [, path = ''] }) {
    const content = 'x'.repeat(5 * 1024 * 1024)
    return attempt(client, sessionId, async () => {
      await client.request('fs/write_text_file', { sessionId, path, content })
      return 'written'
    })
  },
  async run({ client, sessionId, words: [, ...words] }) {
    return attempt(client, sessionId, async () => {
      const terminal = await client.createTerminal({ sessionId, command: words.join(' '), outputByteLimit: 100 })
      const { exitCode, signal } = await terminal.waitForExit()
      const { output, truncated } = await terminal.currentOutput()
      await terminal.release()
      return `${exitCode ?? signal} ${truncated ? 'cut ' : ''}${output}`
    })
  },
  async kill({ client, sessionId }) {
    return attempt(client, sessionId, async () => {
      const terminal = await client.createTerminal({ sessionId, command: 'sleep', args: ['90'] })
      await terminal.kill()
      const { signal } = await terminal.waitForExit()
      await terminal.release()
      await terminal.currentOutput().catch((error) => say(client, sessionId, `${error.message} `))
      return `${signal}`
    })
  },
  async leave({ client, sessionId }) {
    await client.createTerminal({
      sessionId,
      command: 'echo $$ >> "$PIDS"; sleep 90',
      env: [{ name: 'PIDS', value: PIDS! }],
    })
    await sleep(300)
    return 'end_turn'
  },
  async polite({ client, sessionId }) {
    await say(client, sessionId, 'I begin.')
    await new Promise<void>((resolve) => cancelled.set(sessionId, resolve))
    await say(client, sessionId, ' I stop.')
    return 'cancelled'
  },
  async late({ client, sessionId }) {
    await new Promise<void>((resolve) => cancelled.set(sessionId, resolve))
    await client
      .request('fs/write_text_file', { sessionId, path: `${process.cwd()}/late.txt`, content: 'late' })
      .catch((error) => say(client, sessionId, error.message))
    return 'cancelled'
  },
  async deaf({ client, sessionId }) {
    process.on('SIGTERM', () => {})
    await say(client, sessionId, 'I do not listen.')
    return new Promise(() => {})
  },
  async die({ client, sessionId }) {
    await say(client, sessionId, 'Half of it')
    process.stderr.write('something\nout of luck\n')
    await sleep(50)
    process.exit(3)
  },
  async orphan() {
    const { pid } = spawn('/bin/sh', ['-c', "trap '' TERM; sleep 90"], { stdio: 'inherit' })
    notePid(pid)
    await sleep(100)
    process.exit(4)
  },
  async flood({ sessionId }) {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x'.repeat(50_000) } }
    return pour(message({ method: 'session/update', params: { sessionId, update } }))
  },
  async line() {
    return pour('x'.repeat(100_000))
  },
  async brackets({ sessionId }) {
    return pour(message({ method: 'session/update', params: { sessionId, update: Array(400_000).fill([]) } }))
  },
  async rubbish() {
    return pour('\u0000\u0001not json\n{"jsonrpc":"2.0"}\n[1]\n{"a":\n')
  },
  async greeting({ client, sessionId }) {
    write('Welcome!\n\n{"jsonrpc":"2.0","id":777,"result":{}}\n{"jsonrpc":"2.0","id":"\u001b[2J","result":{}}\n')
    await say(client, sessionId, 'well')
    return 'end_turn'
  },
  async strange({ client, sessionId }) {
    for (const update of [
      null,
      5,
      {},
      { sessionUpdate: 'news' },
      { sessionUpdate: 'agent_message_chunk', content: [] },
    ]) {
      write(message({ method: 'session/update', params: { sessionId, update } }))
    }
    write(message({ method: 'session/update', params: null }))
    write(message({ method: 'news/of_the_day', params: {} }))
    write(message({ id: requests++, method: 'news/wanted', params: {} }))
    await say(client, sessionId, 'well')
    return 'end_turn'
  },
  async greedy({ sessionId }) {
    const path = `${process.cwd()}/large.txt`
    process.stdin.pause()
    for (;;) {
      write(message({ id: requests++, method: 'fs/read_text_file', params: { sessionId, path } }))
      await sleep(0)
    }
  },
  async again({ sessionId }) {
    const params = { sessionId, path: `${process.cwd()}/large.txt` }
    write(
      message({ id: 5, method: 'fs/read_text_file', params }) + message({ id: 5, method: 'fs/read_text_file', params }),
    )
    return new Promise(() => {})
  },
  async waits({ client, sessionId }) {
    const { id: terminalId } = await client.createTerminal({ sessionId, command: 'sleep', args: ['90'] })
    for (let n = 0; n < 300; n++) {
      write(message({ id: requests++, method: 'terminal/wait_for_exit', params: { sessionId, terminalId } }))
    }
    return new Promise(() => {})
  },
  async error() {
    throw new RequestError(-32603, 'the model is away')
  },
  async details() {
    throw RequestError.internalError({ details: 'the program behind it exited with code 1' })
  },
  async nonsense() {
    return { stopReason: 'whatever' } as unknown as PromptResponse
  },
}

async function say(client: AgentContext, sessionId: string, text: string): Promise<void> {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } as const
  await client.notify('session/update', { sessionId, update })
}

function askFor(
  client: AgentContext,
  sessionId: string,
  kind: 'edit',
  paths: readonly string[],
): Promise<RequestPermissionResponse> {
  return client.request('session/request_permission', {
    sessionId,
    toolCall: { toolCallId: 'c1', title: `Use ${kind}`, kind, locations: paths.map((path) => ({ path })) },
    options: [
      { optionId: 'yes-always', name: 'Always', kind: 'allow_always' },
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  })
}

async function attempt(client: AgentContext, sessionId: string, act: () => Promise<string>): Promise<'end_turn'> {
  await say(client, sessionId, await act().catch((error) => `error ${error.code}: ${error.message}`))
  return 'end_turn'
}

function message(content: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...content })}\n`
}

/** Beside the library, which would not write such things. */
function write(text: string): void {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(1, bytes, from)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') process.exit(9)
    }
  }
}

async function pour(text: string): Promise<never> {
  for (;;) {
    write(text)
    await sleep(0)
  }
}

agent({ name: 'test' })
  .onRequest('initialize', async () => {
    if (START === 'silent') await new Promise(() => {})
    return {
      protocolVersion: START === 'other-version' ? 7 : 1,
      agentInfo: { name: 'test', version: '1.2.3' },
      agentCapabilities: { sessionCapabilities: { close: {} } },
    }
  })
  .onRequest('session/new', async () => {
    if (START === 'login') throw RequestError.authRequired()
    if (START === 'slow-session') await sleep(500)
    if (START === 'no-session') await new Promise(() => {})
    const sessionId = START === 'same-session' ? 'same' : `session-${process.pid}-${++sessions}`
    if (mode === undefined) return { sessionId }
    const availableModes = [mode, ...otherModes].map((id) => ({ id, name: id }))
    return { sessionId, modes: { currentModeId: mode, availableModes } }
  })
  .onRequest('session/set_mode', async ({ params }) => {
    if (START.startsWith('modes!')) throw new RequestError(-32602, 'not here')
    mode = params.modeId
    return {}
  })
  .onRequest('session/close', async () => ({}))
  .onNotification('session/cancel', ({ params }) => cancelled.get(params.sessionId)?.())
  .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client }) => {
    const [block] = prompt
    const words = (block?.type === 'text' ? block.text : '').split(' ')
    const answer = await (behaviours[words[0]!] ?? behaviours.pause!)({ client, sessionId, words })
    return typeof answer === 'string' ? { stopReason: answer } : answer
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>))

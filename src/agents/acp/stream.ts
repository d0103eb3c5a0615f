import type { Readable, Writable } from 'node:stream'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { fault } from '../../plan/diagnostics/fault.ts'
import { Allowance } from './allowance.ts'
import { limits } from './limits.ts'
import { Lines } from './lines.ts'
import { readMessage } from './read-message.ts'
import { Traffic } from './traffic.ts'

interface StreamOptions {
  /** In milliseconds. */
  readonly now: () => number
  readonly onUpdate: (params: unknown) => void
}

/**
 * The messages between us and an agent, one JSON text a line. In the place of the library's own stream, which reads as fast
 * as it can whether or not anybody keeps up, and answers rubbish with messages of its own. What the agent tells of its work
 * goes past the library: that would complain on the terminal of whoever runs us about each update that it does not know.
 */
export function messageStream(stdin: Writable, stdout: Readable, options: StreamOptions): Stream {
  const traffic = new Traffic()
  const incoming = messages(stdout, traffic, options)
  return {
    readable: new ReadableStream<AnyMessage>(
      {
        async pull(controller) {
          await traffic.untilRoom()
          const { done, value } = await incoming.next()
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: () => void stdout.destroy(),
      },
      { highWaterMark: 0 },
    ),
    writable: new WritableStream<AnyMessage>({
      async write(message) {
        traffic.goesOut(message)
        await send(stdin, message)
        traffic.wentOut(message)
      },
    }),
  }
}

/** Requests, answers, and the one notification that is about them. */
async function* messages(
  stdout: Readable,
  traffic: Traffic,
  { now, onUpdate }: StreamOptions,
): AsyncGenerator<AnyMessage, undefined> {
  const lines = new Lines(limits.message)
  const allowance = new Allowance(now)
  let strays = 0
  for await (const chunk of stdout as AsyncIterable<Uint8Array>) {
    allowance.take(chunk.length)
    for (const line of lines.add(chunk)) {
      allowance.take(limits.perMessage)
      const message = readMessage(line)
      if (message === undefined || !traffic.comesIn(message)) {
        if (line.trim() !== '' && ++strays > limits.strayLines) {
          throw fault('E_AGENT_BROKEN', 'The agent sends what is not the Agent Client Protocol.')
        }
      } else if ('id' in message || message.method === '$/cancel_request') yield message
      else if (message.method === 'session/update') onUpdate(message.params)
    }
  }
  return undefined
}

/** Done when the agent has taken it: one that does not listen does not fill our memory. */
function send(stdin: Writable, message: AnyMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

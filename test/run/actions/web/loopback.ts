import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const close: (() => Promise<void>)[] = []

/** A server on this machine that answers with a function. Answers its address. */
export async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  close.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers of the same kind for every address. */
export function text(body: string | Uint8Array, type = 'text/plain; charset=utf-8', status = 200): Answer {
  return (_request, response) => void response.writeHead(status, { 'content-type': type }).end(body)
}

afterEach(async () => {
  for (const one of close.splice(0)) await one()
})

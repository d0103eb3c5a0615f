import { createServer } from 'node:http'

/** The only way out that the agents are given, and it is shut. It remembers who wanted to go where. */
export async function startGate() {
  const wanted = new Set()
  const server = createServer((request, response) => {
    wanted.add(new URL(request.url, 'http://unknown').host)
    response.writeHead(403).end()
  })
  server.on('connect', (request, socket) => {
    wanted.add(request.url)
    // Whoever is refused may be gone before it is told.
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, wanted, stop: () => server.close() }
}

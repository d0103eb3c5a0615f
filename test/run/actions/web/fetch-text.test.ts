import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isFault } from '../../../../src/plan/diagnostics/fault.ts'
import { type FetchLimits, fetchText } from '../../../../src/run/actions/web/fetch-text.ts'
import { serve, text } from './loopback.ts'

const limits = (more: Partial<FetchLimits> = {}): FetchLimits => ({
  timeoutMs: 10_000,
  cap: 1000,
  signal: new AbortController().signal,
  ...more,
})

async function whyNot(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (!isFault(error, 'E_FETCH')) throw error ?? new Error('nothing was thrown')
  return error.diagnostics[0]!.message
}

describe('what is there', () => {
  it('is read as text, with its kind', async () => {
    const url = await serve(text('Grüße', 'text/plain; charset=utf-8'))
    expect(await fetchText(`${url}/a`, limits())).toEqual({
      url: `${url}/a`,
      contentType: 'text/plain; charset=utf-8',
      text: 'Grüße',
      bytes: 7,
      isCut: false,
    })
  })

  it('in another coding is decoded; an unknown coding is taken for UTF-8', async () => {
    expect(
      (await fetchText(await serve(text(Uint8Array.of(0xfc), 'text/plain; charset=iso-8859-1')), limits())).text,
    ).toBe('ü')
    expect((await fetchText(await serve(text('ü', 'text/plain; charset=none-such')), limits())).text).toBe('ü')
  })

  it('as a page is reduced to what it says', async () => {
    const page = '<html><head><title>T</title><style>x{}</style></head><body><h1>Hello</h1><p>a &amp; b</body>'
    expect((await fetchText(await serve(text(page, 'text/html')), limits())).text).toBe('T\nHello\na & b')
  })

  it('is cut at the cap, and whoever sends for ever is hung up on', async () => {
    let isClosed = false
    const url = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1)
      response.on('close', () => {
        clearInterval(timer)
        isClosed = true
      })
    })
    const { text: got, isCut, bytes } = await fetchText(url, limits({ cap: 100_000 }))
    expect({ length: got.length, isCut, bytes }).toEqual({ length: 100_000, isCut: true, bytes: 100_000 })
    await expect.poll(() => isClosed).toBe(true)
  })

  it('packed small and large inside is cut all the same', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x'))
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(bomb)
    })
    expect(await fetchText(url, limits())).toMatchObject({ isCut: true, bytes: 1000 })
  })
})

describe('redirects', () => {
  it('are followed, and where they led is told', async () => {
    const end = await serve(text('here'))
    const url = await serve((_request, response) => void response.writeHead(302, { location: `${end}/end` }).end())
    expect(await fetchText(url, limits())).toMatchObject({ text: 'here', url: `${end}/end` })
  })

  it('for ever are not', async () => {
    let count = 0
    const url = await serve((_request, response) => {
      count++
      response.writeHead(301, { location: `/${count}` }).end()
    })
    expect(await whyNot(fetchText(url, limits()))).toContain('leads on more than 10 times')
    expect(count).toBe(11)
  })

  it.each([
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'ftp://example.org/',
    'http://me:secret@127.0.0.1/',
  ])('to %s are refused', async (location) => {
    const url = await serve((_request, response) => void response.writeHead(302, { location }).end())
    expect(await whyNot(fetchText(url, limits()))).toMatch(/is not the web|a name or a password/)
  })
})

describe('what cannot be read says why', () => {
  it.each([404, 500, 304])('answer %i', async (status) => {
    expect(await whyNot(fetchText(await serve(text('', 'text/plain', status)), limits()))).toContain(
      `answers ${status}`,
    )
  })

  it('no text', async () => {
    const url = await serve(text(Uint8Array.of(0x89, 0x50, 0, 0), 'image/png'))
    expect(await whyNot(fetchText(url, limits()))).toContain('is no text (image/png)')
  })

  it('nobody there', async () => {
    expect(await whyNot(fetchText('http://127.0.0.1:9/', limits()))).toMatch(/cannot be read: (ECONNREFUSED|bad port)/)
    expect(await whyNot(fetchText('http://no-such-host.invalid/', limits()))).toContain('cannot be read: ')
  })

  it('somebody who never answers, or never ends', async () => {
    const silent = await serve(() => {})
    expect(await whyNot(fetchText(silent, limits({ timeoutMs: 100 })))).toContain('did not answer within 0.1 s')
    const slow = await serve((_request, response) => void response.writeHead(200).write('a'))
    expect(await whyNot(fetchText(slow, limits({ timeoutMs: 100 })))).toContain('did not answer within 0.1 s')
  })

  it('a run that was stopped', async () => {
    const cancel = new AbortController()
    const url = await serve(() => cancel.abort())
    expect(await whyNot(fetchText(url, limits({ signal: cancel.signal })))).toContain('cannot be read')
  })
})

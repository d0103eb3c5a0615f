import { type Fault, fault } from '../../../plan/diagnostics/fault.ts'
import { htmlText } from './html-text.ts'
import { webAddress } from './web-address.ts'

export interface FetchLimits {
  /** For all of it, from the first word to the last byte. */
  readonly timeoutMs: number
  /** Bytes that are read; what is longer is cut, and that is said. */
  readonly cap: number
  /** Aborted, it fails with `E_FETCH`. */
  readonly signal: AbortSignal
}

export interface Fetched {
  /** Where it was found in the end. */
  readonly url: string
  readonly contentType: string
  readonly text: string
  /** How many bytes were read. */
  readonly bytes: number
  /** There was more. */
  readonly isCut: boolean
}

/** Reads a text from the web. An address may lead on to others, so often and no longer. */
export async function fetchText(address: string, limits: FetchLimits): Promise<Fetched> {
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  const signal = AbortSignal.any([limits.signal, timeout])
  try {
    let url = webAddress(address)
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const response = await fetch(url, { redirect: 'manual', headers, signal })
      const next = redirectOf(response, url)
      if (next === undefined) return await textOf(response, url, limits.cap)
      await response.body?.cancel()
      url = next
    }
    throw fault('E_FETCH', `${address} leads on more than ${mostRedirects} times`)
  } catch (error) {
    throw timeout.aborted ? tooSlow(address, limits.timeoutMs) : fetchFault(error, address)
  }
}

const mostRedirects = 10

const headers = { accept: 'text/html, text/*, application/json, */*;q=0.5', 'user-agent': 'steadplan' }

function redirectOf({ status, headers: told }: Response, from: URL): URL | undefined {
  const location = told.get('location')
  return redirects.has(status) && location !== null ? webAddress(location, from) : undefined
}

const redirects = new Set([301, 302, 303, 307, 308])

async function textOf(response: Response, url: URL, cap: number): Promise<Fetched> {
  if (!response.ok) {
    await response.body?.cancel()
    throw fault('E_FETCH', `${url.href} answers ${response.status} ${response.statusText}`.trimEnd())
  }
  const contentType = response.headers.get('content-type') ?? ''
  const { bytes, isCut } = await bytesOf(response, cap)
  const text = decode(bytes, contentType)
  if (text.includes('\0')) throw fault('E_FETCH', `${url.href} is no text (${contentType || 'of no known kind'})`)
  const isPage = /^(?:text\/html|application\/xhtml)/i.test(contentType)
  return { url: url.href, contentType, text: isPage ? htmlText(text) : text, bytes: bytes.length, isCut }
}

async function bytesOf({ body }: Response, cap: number): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) return { bytes: Buffer.concat(chunks), isCut: false }
    const chunk = part.value as Uint8Array
    chunks.push(chunk.subarray(0, cap - size))
    size += chunk.length
    if (size > cap) {
      await reader?.cancel()
      return { bytes: Buffer.concat(chunks), isCut: true }
    }
  }
}

/** What is not UTF-8 says so. */
function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /charset="?([\w:.-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function tooSlow(address: string, timeoutMs: number): Fault {
  return fault('E_FETCH', `${address} did not answer within ${timeoutMs / 1000} s`)
}

/** Of a request that fails, the system's own word stands in the cause. */
function fetchFault(error: unknown, address: string): unknown {
  if (!(error instanceof Error) || error.name === 'Fault') return error
  const { cause } = error
  const word = (cause as NodeJS.ErrnoException | undefined)?.code ?? (cause as Error | undefined)?.message
  return fault('E_FETCH', `${address} cannot be read: ${word ?? error.message}`, { cause: error })
}

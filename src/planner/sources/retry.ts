/** A failure as far as it matters for trying again. */
export interface Failure {
  readonly status?: number
  /** What was said about it. */
  readonly message: string
  /** Whether it may pass by itself: too many requests, a fault of the server or of the network. */
  readonly mayPass: boolean
  /** How long the provider asks to wait. */
  readonly waitMs?: number
}

/** How long to wait before the next try; undefined when there is none. */
export function pauseBefore({ mayPass, waitMs }: Failure, tries: number): number | undefined {
  if (!mayPass || tries >= mostTries) return undefined
  if (waitMs === undefined) return firstPauseMs * 2 ** (tries - 1)
  return waitMs <= longestPauseMs ? waitMs : undefined
}

const mostTries = 3
const firstPauseMs = 500
const longestPauseMs = 60_000

/** What the headers of an answer ask for. */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const exact = headers['retry-after-ms']
  if (exact !== undefined && /^\d{1,9}$/.test(exact)) return Number(exact)
  const after = headers['retry-after'] ?? ''
  if (/^\d{1,6}$/.test(after)) return Number(after) * 1000
  // A moment is compared with the clock of who named it: ours may be another.
  const ms = Date.parse(after) - Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}

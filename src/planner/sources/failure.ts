import { type Failure, retryAfterMs } from './retry.ts'

/** What went wrong while a model was asked. The libraries throw errors of many classes, from copies that may not be ours. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: messageOf(error), mayPass: true }
  const { statusCode, isRetryable, responseHeaders, responseBody } = error as Partial<CallError>
  const waitMs = responseHeaders && retryAfterMs(responseHeaders)
  const isWhole = statusCode === undefined || (statusCode >= 200 && statusCode < 300)
  return {
    ...(!isWhole && { status: statusCode }),
    message: isWhole ? withCause(error) : said(error.message, responseBody),
    // An answer that began well and broke off did so on its way.
    mayPass: isRetryable === true || (isWhole && isBrokenOff(error)),
    ...(waitMs !== undefined && { waitMs }),
  }
}

/** What the providers' libraries throw, as far as we look at it. */
interface CallError {
  readonly statusCode: number
  readonly isRetryable: boolean
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string
}

/** An event of the stream that says what is wrong: `{"type":"overloaded_error","message":"Overloaded"}`. */
function messageOf(error: unknown): string {
  const { message } = (typeof error === 'object' && error !== null ? error : {}) as { message?: unknown }
  return typeof message === 'string' ? message : JSON.stringify(error)
}

/** The word for a status says less than what came with it. */
function said(message: string, body = ''): string {
  if (body === '' || /^\s*</.test(body)) return message
  try {
    const { error } = JSON.parse(body) as { error?: unknown }
    const inner = typeof error === 'string' ? error : (error as { message?: unknown } | undefined)?.message
    return typeof inner === 'string' && inner !== '' ? inner : message
  } catch {
    return `${message}: ${body}`
  }
}

function withCause(error: Error): string {
  const causes: string[] = []
  for (let one: unknown = error; one instanceof Error && causes.length < 4; one = one.cause) {
    if (!causes.includes(one.message) && one.message !== '') causes.push(one.message)
  }
  return causes.join(': ')
}

function isBrokenOff(error: Error): boolean {
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth++) {
    if (
      /terminated|socket|closed|reset|without a finish/i.test(`${one.message} ${(one as NodeJS.ErrnoException).code}`)
    ) {
      return true
    }
  }
  return false
}

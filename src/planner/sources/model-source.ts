import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import type { Answer, PlannerSource, Question } from '../source.ts'
import { saying } from './answer-fault.ts'
import { type Deadline, deadline } from './deadline.ts'
import { failureOf } from './failure.ts'
import { modelAnswer, type OpenModel } from './model-answer.ts'
import { loadPeer } from './peers.ts'
import { type ModelRequest, type ProviderName, providers } from './providers.ts'
import { type Failure, pauseBefore } from './retry.ts'

export interface ModelOptions extends ModelRequest {
  readonly provider: ProviderName
  /** The variable that the key comes from, for people; empty: none is used. */
  readonly variable: string
  readonly timeoutMs: number
}

/** A language model, asked through the AI SDK. Nothing is loaded before the first question. */
export function modelSource(options: ModelOptions): PlannerSource {
  let open: Promise<OpenModel> | undefined
  return {
    name: nameOf(options),
    async ask(question) {
      open ??= openModel(options)
      const model = await open
      const time = deadline(options.timeoutMs, question.signal)
      try {
        return await askUntil(time, model, question, options)
      } finally {
        time.end()
      }
    },
  }
}

function nameOf({ provider, model }: ModelOptions): string {
  return `${provider}/${model}`
}

async function openModel(options: ModelOptions): Promise<OpenModel> {
  const provider = providers[options.provider]
  return loadPeer(async () => {
    const { streamText } = await import('ai')
    // Without it the library writes what it finds remarkable to the terminal.
    const settings = globalThis as { AI_SDK_LOG_WARNINGS?: unknown }
    settings.AI_SDK_LOG_WARNINGS ??= false
    return { name: nameOf(options), model: await provider.open(options), streamText }
  }, ['ai', provider.package])
}

async function askUntil(time: Deadline, model: OpenModel, question: Question, options: ModelOptions): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const over = time.fault()
    if (over !== undefined) throw over
    const failure = await tryOnce(time, model, question)
    if ('text' in failure) return failure
    const pauseMs = pauseBefore(failure, tries)
    if (pauseMs === undefined) throw failed(failure, tries, options)
    question.onWait?.(`${whatHappened(failure, options)}.`, pauseMs)
    await sleep(pauseMs, undefined, { signal: time.signal }).catch(() => {})
  }
}

async function tryOnce(time: Deadline, model: OpenModel, question: Question): Promise<Answer | Failure> {
  const own = new AbortController()
  const stop = (): void => own.abort()
  time.signal.addEventListener('abort', stop, { once: true })
  let ofListener: { readonly error: unknown } | undefined
  const onText = (text: string): void => {
    try {
      question.onText?.(text)
    } catch (error) {
      ofListener = { error }
      throw error
    }
  }
  try {
    return await modelAnswer(model, { ...question, onText }, own.signal)
  } catch (error) {
    if (ofListener !== undefined) throw ofListener.error
    const over = time.fault()
    if (over !== undefined) throw over
    if (isFault(error)) throw error
    return failureOf(error)
  } finally {
    time.signal.removeEventListener('abort', stop)
    // Whatever is still coming is not waited for: the connection is closed.
    own.abort()
  }
}

function failed(failure: Failure, tries: number, options: ModelOptions): Fault {
  const { status, mayPass, waitMs } = failure
  const often = tries === 1 ? '' : `, ${tries} times`
  const wait = waitMs === undefined ? '' : ` It asks to wait ${Math.ceil(waitMs / 1000)} s.`
  return fault('E_PLANNER_FAILED', `${whatHappened(failure, options)}${often}.${wait}`, {
    ...(status !== undefined && { actual: String(status) }),
    hint: nextStep(status, mayPass, options),
  })
}

function whatHappened({ status, message }: Failure, options: ModelOptions): string {
  const said = message.trim() === '' ? '' : `: ${saying(message, options.key)}`
  return status === undefined
    ? `${nameOf(options)} gave no whole answer${said}`
    : `${nameOf(options)} answered with status ${status}${said}`
}

function nextStep(status: number | undefined, mayPass: boolean, { variable, url, model }: ModelOptions): string {
  if (mayPass) return 'Try it again later.'
  if (status === 401 || status === 403) {
    return variable === ''
      ? 'The endpoint wants a key: name the variable that holds it by `planner.key`.'
      : `Look whether the key in \`${variable}\` is right and may use \`${model}\`.`
  }
  if (status === 404) return `Look whether there is a model \`${model}\` at ${url}.`
  if (status === undefined) return `Look whether ${url} is the address of such a provider.`
  return 'Read what the provider says, and mend that.'
}

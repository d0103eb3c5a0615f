import type { LanguageModel, streamText } from 'ai'
import { fault } from '../../plan/diagnostics/fault.ts'
import { type Answer, longestAnswer, type Question } from '../source.ts'
import { emptyAnswer, tooLong } from './answer-fault.ts'

export interface OpenModel {
  /** For people. */
  readonly name: string
  readonly model: LanguageModel
  readonly streamText: typeof streamText
}

/** Asks a model once. A failure is thrown as it comes; what is wrong with the answer itself is a `Fault`. */
export async function modelAnswer(open: OpenModel, question: Question, signal: AbortSignal): Promise<Answer> {
  const { system, prompt, onText } = question
  const stream = open.streamText({
    model: open.model,
    system,
    prompt,
    abortSignal: signal,
    maxRetries: 0,
    // OpenAI keeps what it is asked for 30 days unless it is told not to.
    providerOptions: { openai: { store: false } },
    onError: () => {},
  })
  let text = ''
  let model: string | undefined
  for await (const part of stream.fullStream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'text-delta') {
      text += part.text
      if (text.length > longestAnswer) throw tooLong(open.name)
      onText?.(part.text)
    }
    if (part.type === 'finish-step') model = part.response.modelId
    if (part.type === 'finish') {
      checkEnd(open.name, part)
      if (text.trim() === '') throw emptyAnswer(open.name)
      return { text, usage: usageOf(part.totalUsage), ...(model !== undefined && { model }) }
    }
  }
  throw new Error('the answer ended without a finish')
}

interface End {
  readonly finishReason: string
  readonly rawFinishReason: string | undefined
}

function checkEnd(name: string, { finishReason, rawFinishReason }: End): void {
  if (finishReason === 'length') {
    throw fault('E_ANSWER_CUT', `${name} stopped in the middle of its answer: it may not say more at once.`)
  }
  if (finishReason === 'content-filter') throw fault('E_PLANNER_FAILED', `${name} refused to answer.`)
  // Endpoints have reasons of their own to stop; without any the answer broke off.
  if (finishReason === 'error' || (finishReason === 'other' && rawFinishReason === undefined)) {
    throw new Error('the answer ended without a finish')
  }
}

function usageOf({ inputTokens, outputTokens }: { inputTokens: number | undefined; outputTokens: number | undefined }) {
  return {
    ...(Number.isFinite(inputTokens) && { inputTokens: inputTokens! }),
    ...(Number.isFinite(outputTokens) && { outputTokens: outputTokens! }),
  }
}

/** Who writes plans: a language model behind its provider, or a command. */
export interface PlannerSource {
  /** For people: `anthropic/<model>`, or the command. */
  readonly name: string
  /** Asks once. What may pass by itself is tried again in here; any other failure is a `Fault`. */
  ask(question: Question): Promise<Answer>
}

export interface Question {
  /** What holds for everything that is asked. */
  readonly system: string
  readonly prompt: string
  readonly signal?: AbortSignal | undefined
  /** Each piece of the answer as it comes. After a failure in the middle it begins again from the start. */
  readonly onText?: ((text: string) => void) | undefined
  /** It did not work, and is tried again after a pause. Why, is a sentence. */
  readonly onWait?: ((why: string, ms: number) => void) | undefined
}

export interface Answer {
  /** Never empty. */
  readonly text: string
  readonly usage: Usage
  /** Which model answered, when it is known. */
  readonly model?: string
}

/** As far as it is told. What it costs no provider tells. */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
}

/** The most that is read of an answer, in characters: more than any plan may have. */
export const longestAnswer = 2 * 1024 * 1024

/** What two answers used. */
export function addUsage(one: Usage, other: Usage): Usage {
  const inputTokens = sum(one.inputTokens, other.inputTokens)
  const outputTokens = sum(one.outputTokens, other.outputTokens)
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  }
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

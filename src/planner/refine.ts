import { type Diagnostic, diagnostic, hasErrors } from '../plan/diagnostics/diagnostic.ts'
import { Fault } from '../plan/diagnostics/fault.ts'
import { summary } from '../plan/diagnostics/summary.ts'
import { faultsText } from './faults-text.ts'
import type { PlannerProgress } from './progress.ts'
import { againText } from './prompts/again.ts'
import { asData, dataRule } from './prompts/data.ts'
import { type Answer, addUsage, type PlannerSource, type Usage } from './source.ts'

/** How a planner is asked. */
export interface Asking {
  readonly source: PlannerSource
  /** How often in all. */
  readonly attempts: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: PlannerProgress) => void) | undefined
}

/** An answer that was looked at. With an error among the diagnostics it is not taken. */
export interface Examined<Value> {
  /** As far as it could be read. */
  readonly value?: Value
  /** What is to be kept of the answer, for whoever has to mend it. */
  readonly draft: string
  readonly diagnostics: readonly Diagnostic[]
  /** The texts that the diagnostics point into, by the names of their files. */
  readonly texts?: ReadonlyMap<string, string>
  /** What it took to look at it. */
  readonly usage?: Usage
}

export interface Refined<Value> {
  readonly value: Value
  /** None of them is an error. */
  readonly diagnostics: readonly Diagnostic[]
  readonly attempts: number
  /** Of all answers together. */
  readonly usage: Usage
  readonly model?: string
}

export interface RefineRequest<Value> extends Asking {
  readonly prompt: string
  /** The noun for what is asked for, for people: `plan`, `tasks`. */
  readonly what: string
  /** The form it has, for the planner: `the plan`, `the JSON object`. */
  readonly form: string
  readonly examine: (answer: string) => Promise<Examined<Value>> | Examined<Value>
}

/** The planner's last answer had faults, and it may not be asked again. */
export class UnsoundDraft extends Fault {
  readonly draft: string
  readonly usage: Usage

  constructor(diagnostics: readonly [Diagnostic, ...Diagnostic[]], draft: string, usage: Usage) {
    super(diagnostics)
    this.draft = draft
    this.usage = usage
  }
}

/** Asks, looks at the answer, and asks again with everything that is wrong with it, until it is sound or the attempts are used up. */
export async function refine<Value>(request: RefineRequest<Value>): Promise<Refined<Value>> {
  const { attempts, prompt, what, form, examine, onProgress } = request
  let usage: Usage = {}
  let again = ''
  for (let attempt = 1; ; attempt++) {
    onProgress?.({ kind: 'asked', what, attempt, of: attempts })
    const answer = await askOnce(request, prompt + again)
    const { value, draft, diagnostics, texts, ...spent } = await examine(answer.text)
    usage = addUsage(addUsage(usage, answer.usage), spent.usage ?? {})
    if (value !== undefined && !hasErrors(diagnostics)) {
      return {
        value,
        diagnostics,
        attempts: attempt,
        usage,
        ...(answer.model !== undefined && { model: answer.model }),
      }
    }
    onProgress?.({ kind: 'faulty', what, diagnostics })
    if (attempt >= attempts) throw new UnsoundDraft([notSound(attempt, diagnostics), ...diagnostics], draft, usage)
    again = `\n${againText(asData(answer.text), faultsText(diagnostics, texts), form)}`
  }
}

async function askOnce({ source, signal, onProgress }: Asking, prompt: string): Promise<Answer> {
  const answer = await source.ask({
    system: dataRule,
    prompt,
    signal,
    onText: (text) => onProgress?.({ kind: 'text', text }),
    onWait: (why, ms) => onProgress?.({ kind: 'waiting', why, ms }),
  })
  const { usage, model } = answer
  onProgress?.({ kind: 'answered', usage, ...(model !== undefined && { model }) })
  return answer
}

function notSound(attempts: number, diagnostics: readonly Diagnostic[]): Diagnostic {
  const often = attempts === 1 ? 'once' : `${attempts} times`
  return diagnostic(
    'E_PLAN_NOT_SOUND',
    `The planner was asked ${often}, and its last answer has ${summary(diagnostics)}.`,
  )
}

import type { Limits } from '../../dialects/shared/limits.ts'
import type { TeddyPlan } from '../../dialects/teddy/plan.ts'
import { readTeddy } from '../../dialects/teddy/read.ts'
import { type Diagnostic, sorted } from '../../plan/diagnostics/diagnostic.ts'
import type { OwnPrompts } from '../prompt.ts'
import { type Asking, type Examined, type Refined, refine } from '../refine.ts'
import { planIn } from './plan-in.ts'
import { type TeddyTurn, turnPrompt } from './turn.ts'

export interface TeddyDraftRequest extends Asking {
  readonly turn: TeddyTurn
  readonly own: OwnPrompts
  readonly limits: Limits
  /** Holds a plan to the project it is for. */
  readonly check: (draft: TeddyDraft) => Promise<readonly Diagnostic[]> | readonly Diagnostic[]
}

/** A plan as somebody wrote it. When its text has faults, the plan is what could be read of it. */
export interface TeddyDraft {
  /** The name that diagnostics call it by. */
  readonly file: string
  /** As it is to be saved. */
  readonly text: string
  readonly plan: TeddyPlan
}

/**
 * Has the next plan of a teddy session written. It is sound when it comes: as a text and for the project. Nothing is saved
 * here. Throws an `UnsoundDraft` with the last draft when the attempts are used up.
 */
export function draftTeddyPlan(request: TeddyDraftRequest): Promise<Refined<TeddyDraft>> {
  const { turn, own, limits, check, ...asking } = request
  return refine({
    ...asking,
    prompt: turnPrompt(turn, own),
    what: 'plan',
    form: 'the plan',
    examine: (answer) => examine(planIn(answer), limits, check),
  })
}

async function examine(
  draft: string,
  limits: Limits,
  check: TeddyDraftRequest['check'],
): Promise<Examined<TeddyDraft>> {
  const { plan, text = draft, diagnostics } = readTeddy(file, Buffer.from(draft), limits)
  if (plan === undefined) return { draft, diagnostics }
  const value = { file, text, plan }
  const all = sorted([...diagnostics, ...(await check(value))])
  return { value, draft, diagnostics: all, texts: new Map([[file, text]]) }
}

const file = 'plan.md'

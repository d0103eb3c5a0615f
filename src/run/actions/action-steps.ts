import type { PlanReading } from '../../dialects/plan-reading.ts'
import { defaultLimits } from '../../dialects/shared/limits.ts'
import { readActionsIn } from '../../dialects/teddy/embedded.ts'
import type { Action, TeddyPlan } from '../../dialects/teddy/plan.ts'
import { readTeddy } from '../../dialects/teddy/read.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Step, StepId } from '../../plan/types.ts'

/** A step that is carried out as it is written, without an agent: it consists of actions. */
export interface ActionStep {
  readonly step: Step
  readonly sheet: Sheet
  readonly actions: readonly Action[]
}

/** A list of actions as it is written: a plan of teddy, or the text of one step of another dialect. */
export interface Sheet {
  readonly plan: TeddyPlan
  /** In which the places of the plan lie. */
  readonly text: string
  readonly file: string
  /** The only step that it belongs to; absent where each action is a step of its own. */
  readonly step?: Step
  /** What is wrong with it as it is written. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The steps of a plan that consist of actions. */
export function actionSteps({ plan, signed }: Pick<PlanReading, 'plan' | 'signed'>): ReadonlyMap<StepId, ActionStep> {
  const steps =
    plan.dialect === 'teddy'
      ? stepsOfPlan(plan.steps, plan.places?.file ?? 'plan.md', signed.plan)
      : plan.steps.flatMap(embedded)
  return new Map(steps.map((one) => [one.step.id, one]))
}

/** Each action is a step, in the same order. What was approved is read without limits: it was read before. */
function stepsOfPlan(steps: readonly Step[], file: string, bytes: Uint8Array): ActionStep[] {
  const { plan, text = '', diagnostics } = readTeddy(file, bytes, unlimited)
  if (plan?.actions.length !== steps.length) throw new Error(`the steps of ${file} are not its actions`)
  const sheet: Sheet = { plan, text, file, diagnostics }
  return steps.map((step, at) => ({ step, sheet, actions: [plan.actions[at]!] }))
}

const unlimited = {
  ...defaultLimits,
  markdown: Number.POSITIVE_INFINITY,
  lines: Number.POSITIVE_INFINITY,
  text: Number.POSITIVE_INFINITY,
}

function embedded(step: Step): ActionStep[] {
  const { text, place } = step
  const read = hasSections.test(text) ? readActionsIn(text, place) : undefined
  if (read === undefined) return []
  const { plan, diagnostics } = read
  return [{ step, sheet: { plan, text, file: place?.file ?? step.id, step, diagnostics }, actions: plan.actions }]
}

/** Nothing else can be one, and most texts have none. */
const hasSections = /^ {0,3}##/m

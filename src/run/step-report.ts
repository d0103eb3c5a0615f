import type { AgentOutcome, Usage } from '../agents/agent.ts'
import type { StepReported } from '../plan/records.ts'
import type { Step } from '../plan/types.ts'
import type { Cost } from './engine.ts'
import { fitEnd, fitList } from './fit.ts'

/**
 * What came of all attempts at a step, as a record. Agents can tell anything: texts are cut to what a record holds, and a
 * number that is none, or less than nothing, was not told.
 */
export function reportOf(
  step: Step,
  agent: string,
  outcomes: readonly AgentOutcome[],
  files: readonly string[],
): StepReported {
  const last = outcomes.at(-1)
  const refusals = outcomes.flatMap((outcome) => outcome.refusals)
  const usages = outcomes.flatMap(({ usage }) => usage ?? [])
  const currency = usages.find(({ cost }) => cost !== undefined)?.cost?.currency
  const told = {
    conversation: last?.conversation === undefined ? undefined : fitEnd(last.conversation, KiB),
    inputTokens: sum(usages, ({ inputTokens }) => inputTokens),
    outputTokens: sum(usages, ({ outputTokens }) => outputTokens),
    cost: sum(usages, ({ cost }) => cost?.amount),
    currency: currency === undefined ? undefined : fitEnd(currency, 64),
    refusals: refusals.length > 0 ? fitList(refusals, 8 * KiB) : undefined,
  }
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
  const text = fitEnd(last?.text ?? '', 16 * KiB)
  return { type: 'step.result', step: step.id, agent, text, files: fitList(files, 16 * KiB), ...known }
}

/** What a step cost; undefined unless every attempt told it, in one currency. */
export function wholeCost(outcomes: readonly AgentOutcome[]): Cost | undefined {
  const costs = outcomes.map(({ usage }) => usage?.cost)
  const currency = costs[0]?.currency
  let amount = 0
  for (const cost of costs) {
    if (cost === undefined || currency === undefined || cost.currency !== currency) return undefined
    if (!isAmount(cost.amount)) return undefined
    amount += cost.amount
  }
  return currency === undefined ? undefined : { amount, currency }
}

function sum(usages: readonly Usage[], of: (usage: Usage) => number | undefined): number | undefined {
  const told = usages.map(of).filter(isAmount)
  const all = told.reduce((one, other) => one + other, 0)
  return told.length > 0 && isAmount(all) ? all : undefined
}

function isAmount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0
}

const KiB = 1024

import { diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { promptFor } from '../../../../run/prompt.ts'
import type { Given, Interruption, Next } from '../../../../run/pull/next-step.ts'
import type { Nothing, Reason, WaitedFor } from '../../../../run/pull/nothing.ts'
import type { Pull } from '../../../../run/pull/pull.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLine } from './command-line.ts'

/** What `next` answers. Every key is there every time. */
export interface NextAnswer {
  readonly plan: string
  readonly step: string | null
  readonly token: number | null
  readonly title: string | null
  readonly again: boolean
  readonly interrupted: Interruption | null
  /** All that is needed to do the step. */
  readonly prompt: string | null
  readonly verify: readonly string[]
  readonly leaseSeconds: number | null
  /** Why there is no step. */
  readonly reason: Reason | null
  readonly waitsFor: readonly WaitedFor[]
  readonly more: number
  readonly advice: string
  /** The command to run next. */
  readonly next: string | null
}

export async function answerOf(pull: Pull, plan: string, next: Next, budget = 4000): Promise<NextAnswer> {
  return 'step' in next ? giving(pull, plan, next, budget) : noStep(plan, pull.who.name, next)
}

async function giving(pull: Pull, plan: string, given: Given, budget: number): Promise<NextAnswer> {
  const { step, token, again, interrupted } = given
  const { state } = await pull.log.read()
  return {
    plan,
    step: step.id,
    token,
    title: step.title,
    again,
    interrupted,
    prompt: promptFor(pull.approved.reading.plan, step, state, { budget }),
    verify: step.verify ?? [],
    leaseSeconds: Math.floor(pull.leaseMs / 1000),
    reason: null,
    waitsFor: [],
    more: 0,
    advice: interrupted === null ? adviceFor(again) : lookFirst,
    next: commandLine('steadplan', 'done', plan, step.id, '--agent', pull.who.name),
  }
}

const lookFirst = 'Somebody was at work on this step and did not come to an end: look at what is there first.'

function adviceFor(again: boolean): string {
  return again ? 'You have this step already.' : 'Do this step and nothing beyond it.'
}

export function noStep(plan: string, agent: string, { reason, waitsFor, more }: Nothing): NextAnswer {
  return {
    plan,
    step: null,
    token: null,
    title: null,
    again: false,
    interrupted: null,
    prompt: null,
    verify: [],
    leaseSeconds: null,
    reason,
    waitsFor,
    more,
    advice: advice[reason],
    next: afterNothing(reason, plan, agent),
  }
}

const advice: Readonly<Record<Reason, string>> = {
  finished: 'Every step is done or skipped; there is nothing left to do.',
  waiting: 'Others hold what has to end first; try again later.',
  held: 'A run carries out the whole plan; try again when it has ended.',
  unapproved: 'What is left waits for a yes of the person.',
  blocked: 'No step can go on before a person has decided.',
}

function afterNothing(reason: Reason, plan: string, agent: string): string | null {
  switch (reason) {
    case 'finished':
      return null
    case 'waiting':
    case 'held':
      return commandLine('steadplan', 'next', plan, '--agent', agent)
    case 'unapproved':
      return commandLine('steadplan', 'review', plan)
    case 'blocked':
      return commandLine('steadplan', 'show', plan)
  }
}

export function exitCodeOf({ reason }: NextAnswer): number {
  if (reason === null || reason === 'finished') return exitCodes.ok
  return reason === 'waiting' || reason === 'held' ? exitCodes.busy : exitCodes.faults
}

export function nextJson(answer: NextAnswer, beside: Parameters<typeof toJson>[0]): string {
  return `${jsonText({ ...answer, diagnostics: toJson([...beside, ...refusal(answer)]) }, 2)}\n`
}

const codeOf = {
  waiting: 'E_NOTHING_READY',
  held: 'E_CLAIMED',
  unapproved: 'E_NOT_APPROVED',
  blocked: 'E_NOTHING_READY',
} as const

function refusal({ reason, advice: message, next: command }: NextAnswer) {
  if (reason === null || reason === 'finished') return []
  return [diagnostic(codeOf[reason], message, command === null ? {} : { hint: `Run \`${command}\`.` })]
}

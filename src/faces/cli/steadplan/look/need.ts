import { buildGraph } from '../../../../plan/graph/graph.ts'
import { Progress } from '../../../../plan/graph/progress.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { counted } from '../../counted.ts'
import type { LookedPlan } from './looked-plan.ts'

/** What a plan waits for, the most urgent first. */
export const needs = [
  'unreadable',
  'faults',
  'interrupted',
  'failed',
  'foreign',
  'changed',
  'review',
  'author',
  'running',
  'ready',
  'nothing',
] as const
export type Need = (typeof needs)[number]

export interface Needed {
  readonly need: Need
  readonly text: string
}

export function needOf({ plan, unreadable }: LookedPlan): Needed {
  if (plan === undefined) return { need: 'unreadable', text: `cannot be read: ${unreadable[0]!.message}` }
  const { status } = plan.state
  const errors = plan.diagnostics.filter((one) => one.severity === 'error').length
  if (status === 'completed' || status === 'cancelled') return byStatus(plan)
  if (errors > 0) return { need: 'faults', text: counted(errors, 'fault') }
  return interruption(plan) ?? standing(plan) ?? byStatus(plan)
}

function interruption({ reading, statusOf }: ReviewedPlan): Needed | undefined {
  const ids = reading.plan.steps.map((step) => step.id)
  const interrupted = ids.filter((id) => statusOf(id) === 'interrupted')
  if (interrupted.length > 0) return { need: 'interrupted', text: `interrupted: ${some(interrupted)}` }
  const failed = ids.filter((id) => statusOf(id) === 'failed')
  return failed.length > 0 ? { need: 'failed', text: `failed: ${some(failed)}` } : undefined
}

/** A yes that was given elsewhere is none; one that was given here covers what it was given to. */
function standing({ standing, state }: ReviewedPlan): Needed | undefined {
  if (state.status === 'rejected') return undefined
  if (standing.is === 'foreign') return { need: 'foreign', text: 'approved elsewhere, waits for your review' }
  return standing.is === 'partial' ? { need: 'changed', text: 'changed since the approval' } : undefined
}

function byStatus({ state, reading, statusOf }: ReviewedPlan): Needed {
  switch (state.status) {
    case 'rejected':
      return { need: 'author', text: 'rejected, waits for its author' }
    case 'failed':
      return { need: 'failed', text: 'failed' }
    case 'stalled':
      return { need: 'interrupted', text: 'stalled' }
    case 'replanning':
      return { need: 'running', text: 'is planned anew' }
    case 'executing':
    case 'approved': {
      const { ready, in_progress: running, complete, skipped, total } = counts(reading.plan.steps, statusOf)
      if (running > 0) return { need: 'running', text: `${counted(running, 'step')} running` }
      if (complete + skipped === total) return { need: 'ready', text: 'every step is done' }
      return { need: 'ready', text: `ready: ${counted(ready, 'step')} can start` }
    }
    case 'completed':
    case 'cancelled':
      return { need: 'nothing', text: 'nothing' }
    case 'draft':
    case 'proposed':
    case 'needs_review':
      return { need: 'review', text: 'waits for your review' }
  }
}

function counts(steps: ReviewedPlan['reading']['plan']['steps'], statusOf: ReviewedPlan['statusOf']) {
  return new Progress(buildGraph(steps), statusOf).counts()
}

const mostNamed = 3

function some(ids: readonly string[]): string {
  const more = ids.length - mostNamed
  return ids.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

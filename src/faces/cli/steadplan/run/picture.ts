import { buildGraph } from '../../../../plan/graph/graph.ts'
import { waves } from '../../../../plan/graph/waves.ts'
import type { StepStatus } from '../../../../plan/step-status.ts'
import type { Plan, StepId } from '../../../../plan/types.ts'
import type { RunEvent } from '../../../../run/events.ts'

/** What is seen of a run at a moment. */
export interface Picture {
  readonly name: string
  readonly title: string
  readonly waves: readonly (readonly StepId[])[]
  readonly statuses: Map<StepId, StepStatus>
  readonly counts: Map<StepStatus, number>
  readonly running: Map<StepId, Running>
  readonly total: number
  readonly startedMs: number
  /** As far as agents told. */
  cost: number
}

export interface Running {
  readonly sinceMs: number
  /** The last that was heard of it. */
  last: string
}

export function newPicture(
  name: string,
  { title, steps }: Plan,
  statusOf: (step: StepId) => StepStatus,
  nowMs: number,
): Picture {
  const statuses = new Map(steps.map(({ id }) => [id, statusOf(id)]))
  const counts = new Map<StepStatus, number>()
  for (const status of statuses.values()) counts.set(status, (counts.get(status) ?? 0) + 1)
  return {
    name,
    title,
    waves: waves(buildGraph(steps)).waves,
    statuses,
    counts,
    running: new Map(),
    total: statuses.size,
    startedMs: nowMs,
    cost: 0,
  }
}

/** Takes an event into the picture. Answers how long a step that has ended has run. */
export function noteEvent(picture: Picture, event: RunEvent, nowMs: number): number | undefined {
  const running = picture.running.get(event.step)
  switch (event.type) {
    case 'begun':
      picture.running.set(event.step, { sinceMs: nowMs, last: '' })
      setStatus(picture, event.step, 'in_progress')
      return undefined
    case 'update':
      if (running) running.last = lastLine(event.update.text) || running.last
      return undefined
    case 'output':
      if (running) running.last = lastLine(event.text) || running.last
      return undefined
    case 'verifying':
      if (running) running.last = `verifying: ${event.command}`
      return undefined
    case 'ended':
      picture.running.delete(event.step)
      setStatus(picture, event.step, event.status)
      return running && nowMs - running.sinceMs
    case 'verified':
    case 'held':
    case 'doomed':
      return undefined
  }
}

function setStatus({ statuses, counts }: Picture, step: StepId, to: StepStatus): void {
  const from = statuses.get(step) ?? 'pending'
  statuses.set(step, to)
  counts.set(from, (counts.get(from) ?? 1) - 1)
  counts.set(to, (counts.get(to) ?? 0) + 1)
}

/** The last line that says something. */
export function lastLine(text: string): string {
  const end = text.trimEnd()
  return end.slice(end.lastIndexOf('\n') + 1).trim()
}

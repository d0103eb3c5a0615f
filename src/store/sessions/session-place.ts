import { join } from 'node:path'
import type { Workspace } from '../workspace.ts'

/**
 * Where a session is kept, in the home of agentflow:
 *
 *     plans/
 *       <session-id>/                     the plan of its current thread
 *       .agentctl/
 *         <session-id>.json               which directories are allocated to it
 *         <session-id>.topic.json         what it is about
 *         <session-id>/commit-000001.json what it submitted
 *     .steadplan/                         locks, logs and histories
 */
export interface SessionPlace {
  readonly id: string
  readonly home: Workspace
  /** Holds a directory for each plan. */
  readonly plans: string
  readonly record: string
  readonly topic: string
  readonly commits: string
}

export function sessionPlace(home: Workspace, id: string): SessionPlace {
  const folder = sessionsOf(home)
  return {
    id,
    home,
    plans: plansOf(home),
    record: join(folder, `${id}.json`),
    topic: join(folder, `${id}.topic.json`),
    commits: join(folder, id),
  }
}

export function plansOf({ root }: Workspace): string {
  return join(root, 'plans')
}

export function sessionsOf(home: Workspace): string {
  return join(plansOf(home), '.agentctl')
}

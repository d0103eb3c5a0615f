import { join } from 'node:path'
import type { LockPlace } from '../lock/lock.ts'
import { sessionsFolder, teddyFolder } from '../plans/teddy-plan.ts'
import { ownersDirectory } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'

/**
 * Where a project keeps its sessions of teddy:
 *
 *     .teddy/
 *       memos.yaml              what is remembered, for all sessions
 *       current                 the name of the session that is meant when none is named
 *       sessions/login/
 *         session.context       what every turn sees
 *         pages/                texts of what was read in the web
 *         01/                   a turn; it is there once its meta.yaml is
 *           input.md            what the agent was told
 *           turn.context        what it sees
 *           meta.yaml           who, when, called by whom
 *           plan.md             what it wants to do
 *           report.md           what came of it
 *     .steadplan/teddy/         the lock, and who asks for a plan right now
 */
export interface TeddyPlace {
  readonly workspace: Workspace
  readonly directory: string
  readonly sessions: string
  readonly memos: string
  readonly current: string
  /** Ours; git does not see it. */
  readonly state: string
}

export function teddyPlace(workspace: Workspace): TeddyPlace {
  const directory = join(workspace.root, teddyFolder)
  return {
    workspace,
    directory,
    sessions: join(workspace.root, sessionsFolder),
    memos: join(directory, 'memos.yaml'),
    current: join(directory, 'current'),
    state: join(workspace.state, 'teddy'),
  }
}

/** One for all sessions: it is held for milliseconds, and they share their memos. */
export function teddyLock({ workspace, state }: TeddyPlace): LockPlace {
  return { lock: join(state, 'lock'), owners: ownersDirectory(workspace) }
}

/** `01`, `02` … `99`, `100`. */
export function turnName(turn: number): string {
  return String(turn).padStart(2, '0')
}

/** The number of a turn by the name of its directory; undefined for any other directory. */
export function turnOfName(name: string): number | undefined {
  const turn = /^\d{2,6}$/.test(name) ? Number(name) : 0
  return turn > 0 && turnName(turn) === name ? turn : undefined
}

export function turnDirectory(session: string, turn: number): string {
  return join(session, turnName(turn))
}

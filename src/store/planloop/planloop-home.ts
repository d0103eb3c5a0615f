import { join, resolve } from 'node:path'
import type { Workspace } from '../workspace.ts'

/**
 * Where sessions of planloop live, outside of any project: `$PLANLOOP_HOME`, or `~/.planloop`.
 *
 *     sessions/<id>/              the log of a session, its snapshots and its lock
 *     projects/<hash>.json        the current session of a project
 *     .steadplan/owners/          who holds locks
 */
export function planloopHome(env: NodeJS.ProcessEnv, home: string): Workspace {
  const root = resolve(env.PLANLOOP_HOME || join(home, '.planloop'))
  return { root, state: join(root, '.steadplan') }
}

export function sessionsFolder({ root }: Workspace): string {
  return join(root, 'sessions')
}

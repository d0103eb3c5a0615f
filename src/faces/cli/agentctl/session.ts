import type { Caller } from '../../../review/policy.ts'
import type { LockOptions } from '../../../store/lock/lock.ts'
import type { Machine } from '../../../store/machine/port.ts'
import type { OpenOptions } from '../../../store/plans/open-plan.ts'
import type { SessionPlace } from '../../../store/sessions/session-place.ts'
import type { UserDirectories } from '../../../store/workspace/user-directories.ts'
import { callerOf } from '../caller.ts'
import { openOptions } from '../open-options.ts'
import { type ConfigContext, loadFrom } from '../steadplan/config/context.ts'
import type { Terminal } from '../terminal.ts'
import { sessionHere } from './here.ts'

/** What every command about the plans of a session starts from. */
export interface Session {
  readonly machine: Machine
  readonly place: SessionPlace
  /** The real path of the project around the current directory. */
  readonly project: string
  readonly userDirs: UserDirectories
  readonly caller: Caller
  readonly lock: LockOptions
  readonly options: OpenOptions
  readonly fileCap: number
}

export async function openSession(terminal: Terminal, context: ConfigContext, command: string): Promise<Session> {
  const { machine, env, home } = context
  const place = sessionHere(env, home)
  const { values, places } = await loadFrom(context)
  const options = openOptions(values)
  return {
    machine,
    place,
    project: places.workspace.root,
    userDirs: places.userDirs,
    caller: callerOf(env, terminal),
    lock: { waitMs: values['lock.wait'], command },
    options,
    fileCap: options.limits.markdown,
  }
}

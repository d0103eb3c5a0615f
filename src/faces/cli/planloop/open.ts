import type { Diagnostic } from '../../../plan/diagnostics/diagnostic.ts'
import type { Values } from '../../../store/config/settings.ts'
import type { LockOptions } from '../../../store/lock/lock.ts'
import type { LogPlace } from '../../../store/log/place.ts'
import type { Machine } from '../../../store/machine/port.ts'
import { chooseSession } from '../../../store/planloop/choose-session.ts'
import { projectOf } from '../../../store/planloop/current-session.ts'
import { planloopHome } from '../../../store/planloop/planloop-home.ts'
import type { UserDirectories } from '../../../store/workspace/user-directories.ts'
import type { Workspace } from '../../../store/workspace.ts'
import { type ConfigContext, loadFrom } from '../steadplan/config/context.ts'
import type { LoopOptions } from './loop.ts'

/** What every command starts from: the project around the current directory, and where sessions are kept. */
export interface Here {
  readonly machine: Machine
  /** Where sessions are kept. */
  readonly home: Workspace
  /** The top directory of the project, in which the paths of tasks lie. */
  readonly root: string
  /** By which sessions know the project. */
  readonly project: string
  readonly userDirs: UserDirectories
  readonly values: Values
  /** What is wrong with the settings. */
  readonly diagnostics: readonly Diagnostic[]
  readonly lock: LockOptions
}

/** The same with the session that is meant. */
export interface Loop extends Here {
  readonly place: LogPlace
}

export async function openHere(context: ConfigContext, command: string): Promise<Here> {
  const { machine, env, home } = context
  const { values, places, diagnostics } = await loadFrom(context)
  const { workspace, userDirs } = places
  return {
    machine,
    home: planloopHome(env, home),
    root: workspace.root,
    project: projectOf(workspace),
    userDirs,
    values,
    diagnostics,
    lock: { waitMs: values['lock.wait'], command },
  }
}

export async function openLoop(context: ConfigContext, { session }: LoopOptions, command: string): Promise<Loop> {
  const here = await openHere(context, command)
  const { machine, home, project } = here
  return { ...here, place: await chooseSession(machine, home, session, context.env, project) }
}

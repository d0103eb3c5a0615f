import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import type { LogPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'
import { checkId } from '../paths/ids.ts'
import type { Workspace } from '../workspace.ts'
import { currentSession } from './current-session.ts'
import { sessionPlace } from './session-place.ts'

/** The session that a command is about: the one that is named, by flag or by variable, else the current one. */
export async function chooseSession(
  machine: Machine,
  home: Workspace,
  named: string | undefined,
  env: NodeJS.ProcessEnv,
  project: string,
): Promise<LogPlace> {
  const id = named ?? (env.PLANLOOP_SESSION || (await currentSession(machine, home, project)))
  if (id === undefined) throw fault('E_NO_LOOP_SESSION', 'this project has no session yet', { file: project })
  const bad = checkId(id)
  if (bad) throw new Fault([bad])
  return sessionPlace(home, id)
}

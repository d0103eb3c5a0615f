import type { Session } from '../../dialects/planloop/session.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { checkId } from '../paths/ids.ts'
import type { Workspace } from '../workspace.ts'
import { sessionsFolder } from './planloop-home.ts'
import { readSession } from './session-fold.ts'
import { sessionPlace } from './session-place.ts'

export interface ListedSession {
  readonly id: string
  readonly session: Session
}

export interface ListedSessions {
  /** The last one first. */
  readonly sessions: readonly ListedSession[]
  /** Of those that could not be read. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Every session that is kept, of whatever project. */
export async function listSessions(machine: Machine, home: Workspace): Promise<ListedSessions> {
  const folder = sessionsFolder(home)
  const entries = await machine.files.list(folder).catch((error) => {
    if (hasCode(error, 'ENOENT')) return []
    throw diskFault(error, folder)
  })
  const ids = entries.filter(({ name, kind }) => kind === 'directory' && checkId(name) === undefined)
  const sessions: ListedSession[] = []
  const diagnostics: Diagnostic[] = []
  for (const { name: id } of ids) {
    try {
      sessions.push({ id, session: await readSession(machine, sessionPlace(home, id)) })
    } catch (error) {
      // A directory in which no session was begun is what a start leaves behind that was cut off.
      if (isFault(error, 'E_UNKNOWN_SESSION')) continue
      if (!isFault(error)) throw error
      diagnostics.push(...error.diagnostics)
    }
  }
  return { sessions: sessions.sort((a, b) => secondOf(b.id) - secondOf(a.id)), diagnostics }
}

//     implement-user-authentication-1678886400
//                                   ^^^^^^^^^^ when it was started
function secondOf(id: string): number {
  return Number(/-(\d{1,15})$/.exec(id)?.[1] ?? 0)
}

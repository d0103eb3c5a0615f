import { join } from 'node:path'
import { slugOf } from '../../dialects/agentflow/slug.ts'
import type { SessionRecord } from '../../dialects/planloop/records.ts'
import { diskFault } from '../disk-fault.ts'
import { hasCode, makeDirectories } from '../files/whole.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { LogPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'
import { makeDirectory, openWorkspace } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'
import { sessionsFolder } from './planloop-home.ts'
import { type OpenSession, openSessionLog } from './session-log.ts'
import { sessionPlace } from './session-place.ts'

/** Makes a session of its first records, all of them or none, under an id that nobody else has. */
export async function createSession(
  machine: Machine,
  home: Workspace,
  goal: string,
  records: readonly SessionRecord[],
  lock: LockOptions,
): Promise<OpenSession> {
  const place = await newPlace(machine, home, goal).catch((error) => {
    throw diskFault(error, home.root)
  })
  const log = await openSessionLog(machine, place, lock)
  await log.decide(() => ({ records, answer: undefined }))
  return { machine, place, log }
}

/**
 * `implement-user-authentication-1678886400`: the goal and the second. Where a session of the same goal was started in the
 * same second, the next one counts. A directory is made by one process only.
 */
async function newPlace(machine: Machine, home: Workspace, goal: string): Promise<LogPlace> {
  const { files } = machine
  const folder = sessionsFolder(home)
  await makeDirectories(files, home.root)
  await openWorkspace(machine, home)
  await makeDirectory(files, folder)
  const words = slugOf(goal)
  for (let second = Math.floor(machine.now().wallMs / 1000); ; second++) {
    const id = `${words}-${second}`
    try {
      await files.mkdir(join(folder, id))
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue
      throw error
    }
    await files.syncDirectory(folder)
    return sessionPlace(home, id)
  }
}

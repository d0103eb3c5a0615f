import { join } from 'node:path'
import { diskFault } from '../disk-fault.ts'
import { makeDirectories } from '../files/whole.ts'
import type { LockPlace } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { makeDirectory, openWorkspace, ownersDirectory } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'
import { plansOf, type SessionPlace, sessionsOf } from './session-place.ts'

/** Makes what is missing of the folders that sessions are kept in. */
export async function makeSessionFolders({ files }: Machine, home: Workspace): Promise<void> {
  try {
    await makeDirectories(files, home.root)
    await makeDirectory(files, plansOf(home))
    await makeDirectory(files, sessionsOf(home))
  } catch (error) {
    throw diskFault(error, sessionsOf(home))
  }
}

/** The same, and what it takes to lock a session. Answers where its lock is. */
export async function openSessionLock(machine: Machine, { home, id }: SessionPlace): Promise<LockPlace> {
  await makeSessionFolders(machine, home)
  await openWorkspace(machine, home)
  const folder = join(home.state, 'sessions')
  await makeDirectory(machine.files, folder).catch((error) => {
    throw diskFault(error, folder)
  })
  return { lock: join(folder, `${id}.lock`), owners: ownersDirectory(home) }
}

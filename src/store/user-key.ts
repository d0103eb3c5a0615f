import { dirname, join } from 'node:path'
import { fault } from '../plan/diagnostics/fault.ts'
import { diskFault } from './disk-fault.ts'
import { temporaryPath } from './files/temporary.ts'
import { createWhole, makeDirectories, readWhole, unlinkIfThere } from './files/whole.ts'
import { putIfAbsent } from './lock/put-if-absent.ts'
import type { Machine } from './machine/port.ts'
import type { UserDirectories } from './workspace/user-directories.ts'

/** The key with which a person's approvals are sealed; undefined before there is one, and when it is damaged. */
export async function readUserKey(machine: Machine, dirs: UserDirectories): Promise<Uint8Array | undefined> {
  const bytes = await readKeyFile(machine, dirs)
  return bytes?.length === keyLength ? bytes : undefined
}

/** The same, made when it is missing. Of several that make one at the same time, one does, and all use that. */
export async function openUserKey(machine: Machine, dirs: UserDirectories): Promise<Uint8Array> {
  const path = keyPath(dirs)
  if ((await readKeyFile(machine, dirs)) === undefined) await makeKey(machine, path)
  const key = await readUserKey(machine, dirs)
  if (key) return key
  throw fault('E_USER_KEY', `the key that seals your approvals is damaged: ${path}`, { file: path })
}

async function readKeyFile(machine: Machine, dirs: UserDirectories): Promise<Uint8Array | undefined> {
  try {
    return await readWhole(machine.files, keyPath(dirs), largestFile)
  } catch (error) {
    throw diskFault(error, keyPath(dirs))
  }
}

async function makeKey(machine: Machine, path: string): Promise<void> {
  const { files } = machine
  const key = Buffer.from(machine.nonce() + machine.nonce())
  const temporary = temporaryPath(path, machine.nonce())
  try {
    await makeDirectories(files, dirname(path))
    const file = await createWhole(files, temporary, key, await ownOnly(machine, dirname(path)))
    try {
      await file.sync()
      await file.close()
      await putIfAbsent(files, temporary, path, key)
    } finally {
      await unlinkIfThere(files, temporary)
    }
    await files.syncDirectory(dirname(path))
  } catch (error) {
    throw diskFault(error, path)
  }
}

/** Nobody else may read it. */
async function ownOnly({ files }: Machine, directory: string) {
  const { uid, gid } = await files.stat(directory)
  return { mode: 0o600, uid, gid }
}

const keyLength = 64
const largestFile = 4096

function keyPath({ state }: UserDirectories): string {
  return join(state, 'approval.key')
}

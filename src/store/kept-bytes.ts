import { join } from 'node:path'
import { sha256 } from './content/content.ts'
import { diskFault } from './disk-fault.ts'
import { createWhole, readWhole, unlinkIfThere } from './files/whole.ts'
import type { LogPlace } from './log/place.ts'
import type { Machine } from './machine/port.ts'
import { makeDirectory } from './workspace/open.ts'

/**
 * Bytes that a record of a plan's log knows by their hash: what a file held before an action changed it, and what is too
 * long for a record.
 *
 *     .steadplan/plans/login-5e0c1fa3/kept/<sha256>
 */
type KeptPlace = Pick<LogPlace, 'directory'>

/** Keeps them for good, and answers their hash. Nobody but their owner reads them: they can come from a file like that. */
export async function keepBytes(machine: Machine, place: KeptPlace, bytes: Uint8Array): Promise<string> {
  const { files } = machine
  const name = sha256(bytes)
  const path = keptPath(place, name)
  if ((await readKept(machine, place, name)) !== undefined) return name
  const temporary = join(place.directory, `kept.${machine.nonce()}.tmp`)
  try {
    await makeDirectory(files, keptDirectory(place))
    const owner = await files.stat(place.directory)
    const file = await createWhole(files, temporary, bytes, { ...owner, mode: 0o600 })
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await files.rename(temporary, path)
    await files.syncDirectory(keptDirectory(place))
  } catch (error) {
    await unlinkIfThere(files, temporary).catch(() => {})
    throw diskFault(error, path)
  }
  return name
}

/** Undefined when nothing is kept under the name, or something else than it says. A name can come with a repository. */
export async function readKept(machine: Machine, place: KeptPlace, name: string): Promise<Uint8Array | undefined> {
  if (!/^[0-9a-f]{64}$/.test(name)) return undefined
  const path = keptPath(place, name)
  const bytes = await readWhole(machine.files, path, mostBytes).catch((error) => {
    throw diskFault(error, path)
  })
  return bytes !== undefined && sha256(bytes) === name ? bytes : undefined
}

/** More than any text that is edited has. */
const mostBytes = 1024 * 1024 * 1024

function keptDirectory({ directory }: KeptPlace): string {
  return join(directory, 'kept')
}

/** Where the bytes of a hash are kept, for people. */
export function keptPath(place: KeptPlace, name: string): string {
  return join(keptDirectory(place), name)
}

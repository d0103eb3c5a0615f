import { dirname } from 'node:path'
import { diskFault } from '../disk-fault.ts'
import { removeLeftovers } from '../files/leftovers.ts'
import { replaceFile } from '../files/replace.ts'
import { type LockOptions, withLock } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { makeDirectory, openWorkspace } from '../workspace/open.ts'
import { type TeddyPlace, teddyLock } from './teddy-place.ts'

/** The sessions of a project while nobody else can change them. */
export interface HeldTeddy {
  readonly machine: Machine
  readonly place: TeddyPlace
  /** Puts a text in the place of a file, in a directory that is there. */
  readonly write: (path: string, text: string) => Promise<void>
  readonly makeDirectory: (path: string) => Promise<void>
  /** Throws when the lock was taken away. */
  readonly verify: () => Promise<void>
}

/** Everything that changes sessions or memos goes through here, one at a time. */
export async function changeTeddy<T>(
  machine: Machine,
  place: TeddyPlace,
  options: LockOptions,
  work: (held: HeldTeddy) => Promise<T>,
): Promise<T> {
  const { files } = machine
  try {
    await openWorkspace(machine, place.workspace)
    for (const path of [place.state, place.directory, place.sessions]) await makeDirectory(files, path)
  } catch (error) {
    throw diskFault(error, place.directory)
  }
  return withLock(machine, teddyLock(place), options, async (lock) => {
    const tidied = new Set<string>()
    const tidy = async (directory: string) => {
      if (!tidied.has(directory)) await removeLeftovers(files, directory)
      tidied.add(directory)
    }
    const write = async (path: string, text: string) => {
      await tidy(dirname(path))
      await lock.verify()
      await replaceFile(machine, path, Buffer.from(text))
    }
    try {
      for (const directory of [place.state, place.directory]) await tidy(directory)
      const verify = () => lock.verify()
      return await work({ machine, place, write, verify, makeDirectory: (path) => makeDirectory(files, path) })
    } catch (error) {
      throw diskFault(error, place.directory)
    }
  })
}

import { dirname } from 'node:path'
import { type Fault, fault } from '../../plan/diagnostics/fault.ts'
import { refuseFileElsewhere } from '../content/anchor.ts'
import type { Attributes, Files } from '../files/port.ts'
import { temporaryPath } from '../files/temporary.ts'
import { createWhole, hasCode, openRegular, unlinkIfThere } from '../files/whole.ts'
import { withoutHardLinks } from '../lock/put-if-absent.ts'
import type { Machine } from '../machine/port.ts'
import { makeMissing, removeEmpty } from './directories.ts'

/** The bytes that a file has to hold, or `nothing` where there must be none. */
export type Expected = Uint8Array | 'nothing'

interface PutOptions {
  /** Where it is given, a file that holds anything else is left as it is: `E_CHANGED_SINCE_CHECKED`. */
  readonly expected?: Expected
  /** Names the file that holds the bytes until they are in place. */
  readonly nonce?: string
}

/**
 * Puts a file into the project, in the place of the one that is there, and durably: nobody ever sees half of it, and a
 * failure leaves what was there. `real` has no link in it; when one has taken the place of a folder since it was asked
 * for, nothing is written. Answers the directories that were made for it, each below the one before it.
 */
export async function putFile(
  machine: Machine,
  real: string,
  bytes: Uint8Array,
  { expected, nonce = machine.nonce() }: PutOptions = {},
): Promise<readonly string[]> {
  const { files } = machine
  const made = await makeMissing(machine, real)
  const temporary = temporaryPath(real, nonce)
  try {
    await stage(machine, temporary, bytes, await attributesOf(machine, real))
    await whileStaged(files, temporary, async () => {
      if (expected !== undefined && !(await holds(machine, real, expected))) throw changed(real)
      if (expected === 'nothing') await putNew(files, temporary, real)
      else await files.rename(temporary, real)
    })
  } catch (error) {
    await removeEmpty(files, made).catch(() => {})
    throw error
  }
  try {
    if (expected === 'nothing') await whileStaged(files, temporary, () => unlinkIfThere(files, temporary))
    await files.syncDirectory(dirname(real))
  } catch (error) {
    throw fault('E_INDETERMINATE', `the change may have been applied: ${real}`, { file: real, cause: error })
  }
  return made
}

async function attributesOf({ files }: Machine, real: string): Promise<Attributes | undefined> {
  const opened = await openRegular(files, real)
  await opened?.file.close()
  return opened?.stat
}

async function stage(machine: Machine, path: string, bytes: Uint8Array, attributes: Attributes | undefined) {
  const { files } = machine
  const file = await createWhole(files, path, bytes, attributes)
  await whileStaged(files, path, async () => {
    try {
      await refuseFileElsewhere(machine, path, file)
      await file.sync()
    } finally {
      await file.close()
    }
  })
}

/** Removes the temporary file when it comes to nothing. One of the same name that is not ours was never opened. */
async function whileStaged(files: Files, temporary: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    await unlinkIfThere(files, temporary).catch(() => {})
    throw error
  }
}

/** Under a name that must be free. A link fails where another file has come in between; a rename would replace it. */
async function putNew(files: Files, temporary: string, real: string): Promise<void> {
  try {
    await files.link(temporary, real)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw changed(real, error)
    if (!hasCode(error, ...withoutHardLinks)) throw error
    await files.rename(temporary, real)
  }
}

/** Whether a file of the project holds these bytes and no others. */
export async function holds(machine: Machine, real: string, expected: Expected): Promise<boolean> {
  const opened = await openRegular(machine.files, real)
  if (opened === undefined) return expected === 'nothing'
  const { file, stat } = opened
  try {
    await refuseFileElsewhere(machine, real, file)
    if (expected === 'nothing' || stat.size !== expected.length) return false
    return Buffer.compare(await file.read(0, stat.size), expected) === 0
  } finally {
    await file.close()
  }
}

export function changed(real: string, cause?: unknown): Fault {
  return fault('E_CHANGED_SINCE_CHECKED', `the file is not what it was: ${real}`, { file: real, cause })
}

import { encodingFault } from '../../dialects/shared/encoding.ts'
import { Fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'

/** The text of a file of a session, or undefined when there is none. What is no text is a `Fault` and never written over. */
export async function readTextFile({ files }: Machine, path: string): Promise<string | undefined> {
  try {
    const bytes = await readWhole(files, path, cap)
    if (bytes === undefined) return undefined
    const bad = bytes.length === 0 ? undefined : encodingFault(path, bytes)
    if (bad !== undefined) throw new Fault([bad])
    return Buffer.from(bytes).toString()
  } catch (error) {
    throw diskFault(error, path)
  }
}

/** More than any limit for what goes in allows. */
const cap = 64 * 1024 * 1024

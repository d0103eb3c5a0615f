import { join } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import { refuseFileElsewhere } from '../../store/content/anchor.ts'
import { sha256 } from '../../store/content/content.ts'
import { diskFault } from '../../store/disk-fault.ts'
import { readWithAttributes } from '../../store/files/whole.ts'
import type { Machine } from '../../store/machine/port.ts'
import { foldPath } from '../../store/paths/fold.ts'
import { resolveInside } from '../../store/paths/inside.ts'

/** What a file of the project holds at this moment. */
export interface ContentNow {
  readonly real: string
  /** Undefined where there is none. */
  readonly bytes: Uint8Array | undefined
  /** Null where there is none. */
  readonly hash: string | null
}

/**
 * Looks at a path that a record of the log names. A log can come with a repository, and a link can have taken the place of
 * a folder: what is not at that very path is refused, and so is what is no regular file.
 */
export async function contentAt(machine: Machine, root: string, path: string): Promise<ContentNow> {
  const real = await realPathOf(machine, root, path)
  try {
    const found = await readWithAttributes(machine.files, real, mostBytes, (file) =>
      refuseFileElsewhere(machine, real, file),
    )
    return { real, bytes: found?.bytes, hash: found === undefined ? null : sha256(found.bytes) }
  } catch (error) {
    throw diskFault(error, real)
  }
}

export async function realPathOf(machine: Machine, root: string, path: string): Promise<string> {
  const real = await resolveInside(machine, root, path)
  const named = join(root, path)
  if (foldPath(real) === foldPath(named)) return real
  throw fault('E_OUTSIDE', `the path leads elsewhere by now: ${path}`, { file: path, actual: real })
}

const mostBytes = 1024 * 1024 * 1024

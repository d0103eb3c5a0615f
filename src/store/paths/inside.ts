import * as systemPath from 'node:path'
import { type Fault, fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { isInside } from './is-inside.ts'
import { realpathOfPlanned } from './planned.ts'
import { shortened } from './shortened.ts'

/**
 * The real path of something inside a directory, which need not exist yet, or `E_OUTSIDE`. Use what this answers and not
 * what was asked: it has no link left in it. It holds for the moment of asking; whoever opens the file later has to make
 * sure that no link took the place of a folder since.
 */
export async function resolveInside(machine: Machine, root: string, path: string): Promise<string> {
  const unreadable = unreadableBecause(path)
  if (unreadable !== undefined) throw outside(path, unreadable)
  const asked = systemPath.resolve(root, path)
  try {
    const realRoot = await machine.files.realpath(root).catch((error) => {
      throw diskFault(error, root)
    })
    // Before the disk is asked: looking at a path on another machine is already telling that machine who we are.
    if (!isInside(systemPath.resolve(root), asked) && !isInside(realRoot, asked)) throw outside(path, 'leads out')
    const real = await realpathOfPlanned(machine.files, asked)
    if (isInside(realRoot, real)) return real
    throw outside(path, 'leads out by a symbolic link', { actual: real })
  } catch (error) {
    if (hasCode(error, 'ELOOP')) throw outside(path, 'has a symbolic link that leads nowhere', { cause: error })
    if (hasCode(error, 'ENAMETOOLONG')) {
      throw fault('E_BAD_NAME', `the path is too long: ${shortened(path)}`, { cause: error })
    }
    throw diskFault(error, asked)
  }
}

/** Paths that not every system reads the same way. */
function unreadableBecause(path: string): string | undefined {
  if (path.includes('\0')) return 'has a NUL in it'
  if (systemPath.sep === '\\') return undefined
  if (path.includes('\\')) return 'has a backslash in it, which leads elsewhere on Windows; write `/`'
  if (/^[A-Za-z]:/.test(path)) return 'starts with a drive of Windows'
  return undefined
}

function outside(path: string, why: string, details: Parameters<typeof fault>[2] = {}): Fault {
  return fault('E_OUTSIDE', `the path ${why}: ${shortened(path)}`, { file: path, ...details })
}

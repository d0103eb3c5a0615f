import { Fault, fault } from '../plan/diagnostics/fault.ts'
import { hasCode, notRegular } from './files/whole.ts'

/** Says in our words what the disk refused. Faults and errors that are not the disk's pass as they are. */
export function diskFault(error: unknown, path: string): unknown {
  if (error instanceof Fault) return error
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
    return fault('E_NO_WORKSPACE', `the directory is gone: ${path}`, { file: path, cause: error })
  }
  if (hasCode(error, 'EEXIST')) {
    return fault('E_NAME_TAKEN', `something is already there: ${pathOf(error) ?? path}`, { file: path, cause: error })
  }
  if (hasCode(error, ...notRegular)) {
    return fault('E_NOT_A_FILE', `not a regular file: ${pathOf(error) ?? path}`, { file: path, cause: error })
  }
  const what = refusals.get((error as NodeJS.ErrnoException | undefined)?.code ?? '')
  return what === undefined ? error : fault('E_DISK', `${what}: ${path}`, { file: path, cause: error })
}

function pathOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).path
}

const refusals: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota is used up'],
  ['EFBIG', 'the file would be larger than is allowed'],
  ['EROFS', 'the file system is read-only'],
  ['EIO', 'the disk failed'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EXDEV', 'the file would have to move to another file system'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files on this machine'],
  ['EBUSY', 'the file is in use'],
  ['ENAMETOOLONG', 'the name is too long'],
])

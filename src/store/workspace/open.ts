import { dirname, join } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import type { Files } from '../files/port.ts'
import { replaceFile } from '../files/replace.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import type { Workspace } from '../workspace.ts'
import { isThere } from './look.ts'

/**
 * Makes what is missing of the state directory, durably:
 *
 *     .steadplan/
 *       .gitignore   `*`: git sees nothing of the directory, not this file either
 *       owners/      who holds locks
 *       plans/       a directory for each plan
 */
export async function openWorkspace(machine: Machine, workspace: Workspace): Promise<void> {
  const { files } = machine
  const { state } = workspace
  const ignore = join(state, '.gitignore')
  try {
    await makeDirectory(files, state)
    if (!(await isThere(files, ignore, 'file'))) await replaceFile(machine, ignore, Buffer.from('*\n'))
    await makeDirectory(files, ownersDirectory(workspace))
    await makeDirectory(files, plansDirectory(workspace))
  } catch (error) {
    throw diskFault(error, state)
  }
}

export function ownersDirectory({ state }: Workspace): string {
  return join(state, 'owners')
}

export function plansDirectory({ state }: Workspace): string {
  return join(state, 'plans')
}

/**
 * One directory in one that is there: a project that is gone is not made again. A link is refused, because a repository
 * can bring one along that leads anywhere.
 */
export async function makeDirectory(files: Files, path: string): Promise<void> {
  try {
    await files.mkdir(path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    const { kind } = await files.stat(path)
    if (kind === 'directory') return
    throw fault('E_NO_WORKSPACE', `not a directory: ${path}`, { file: path, actual: kind, expected: 'directory' })
  }
  await files.syncDirectory(dirname(path))
}

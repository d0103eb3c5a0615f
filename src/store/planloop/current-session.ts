import { dirname } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { replaceFile } from '../files/replace.ts'
import { readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { checkId } from '../paths/ids.ts'
import { makeDirectory } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'
import { currentPath } from './current-path.ts'

export { projectOf } from './current-path.ts'

/** The session that was last started for a project, or undefined before the first. */
export async function currentSession(machine: Machine, home: Workspace, project: string): Promise<string | undefined> {
  const path = currentPath(home, project)
  const bytes = await readWhole(machine.files, path, mostBytes).catch((error) => {
    throw diskFault(error, path)
  })
  if (bytes === undefined) return undefined
  const { project: named, session } = parse(Buffer.from(bytes).toString())
  if (named === project && typeof session === 'string' && checkId(session) === undefined) return session
  throw fault('E_SESSION_RECORD', 'the file names no session', { file: path })
}

const mostBytes = 64 * 1024

function parse(text: string): { readonly project?: unknown; readonly session?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { readonly project?: unknown; readonly session?: unknown }
  } catch {
    return {}
  }
}

/** The last one counts, so no lock is needed. */
export async function makeCurrent(machine: Machine, home: Workspace, project: string, session: string): Promise<void> {
  const path = currentPath(home, project)
  try {
    await makeDirectory(machine.files, dirname(path))
    await replaceFile(machine, path, Buffer.from(`${JSON.stringify({ project, session })}\n`))
  } catch (error) {
    throw diskFault(error, path)
  }
}

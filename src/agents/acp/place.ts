import { relative, resolve } from 'node:path'
import { fault, isFault } from '../../plan/diagnostics/fault.ts'
import { resolveInside } from '../../store/paths/inside.ts'
import { isProtected } from '../../store/paths/protected.ts'
import { quoted } from '../quoted.ts'
import { noteRefusal, type Session } from './session.ts'

export type Use = 'read' | 'change'

/**
 * The real path of a file that is to be used for the agent. It has to lie in the directory of the step, and what other
 * programs obey is not changed. That holds in log mode too: here it is we who would do it.
 */
export async function placeOf(session: Session, path: string, use: Use): Promise<string> {
  const { machine, task } = session
  const why = await whyElsewhere(session, path, use)
  if (why === undefined) return resolveInside(machine, task.cwd, path)
  noteRefusal(session, `${use} ${quoted(path)}`, why)
  throw fault(why === outside ? 'E_OUTSIDE' : 'E_PROTECTED', `Refused to ${use} ${quoted(path)}: ${why}.`)
}

/** Undefined when the path may be used, else why not. */
export async function whyElsewhere(
  { machine, task: { cwd } }: Pick<Session, 'machine' | 'task'>,
  path: string,
  use: Use,
): Promise<string | undefined> {
  const real = await resolveInside(machine, cwd, path).catch((error) => {
    if (isFault(error)) return undefined
    throw error
  })
  if (real === undefined) return outside
  if (use === 'read') return undefined
  // From the project on: the project itself may stand in a folder that is protected elsewhere, as worktrees do.
  const entry = isProtected(relative(cwd, resolve(cwd, path))) ?? isProtected(relative(cwd, real))
  return entry === undefined ? undefined : `${entry.path} is protected, because ${entry.why}`
}

const outside = 'it is outside of the directory of this step'

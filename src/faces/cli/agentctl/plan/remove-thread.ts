import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { removeThread } from '../../../../store/sessions/remove-thread.ts'
import { plainThread } from '../../../../store/sessions/session-record.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import { openSession } from '../session.ts'

export interface RemoveThreadOptions {
  readonly threadId: string
  readonly json?: boolean
}

export async function removePlanThread(
  terminal: Terminal,
  context: ConfigContext,
  { threadId, json = false }: RemoveThreadOptions,
): Promise<number> {
  const session = await openSession(terminal, context, 'agentctl plan remove-thread')
  const { machine, place, caller, fileCap, lock } = session
  const removed = await removeThread(machine, place, threadId, { by: caller.by, fileCap, lock })
  const { thread, version = null, isDirectoryGone } = removed
  if (json) {
    terminal.out(
      `${jsonText({ removed: true, ...plainThread(thread), version, directoryRemoved: isDirectoryGone }, 2)}\n`,
    )
    return exitCodes.ok
  }
  terminal.out(`removed thread ${visible(thread.thread_id)}\n`)
  if (version !== null) terminal.out(`what its plan said is kept as version ${version}\n`)
  if (!isDirectoryGone) terminal.out(`its directory stays, other files are in it: ${visible(thread.plan_dir)}\n`)
  return exitCodes.ok
}

import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { clearCurrent } from '../../../../store/sessions/clear-current.ts'
import { plainThread } from '../../../../store/sessions/session-record.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import { openSession } from '../session.ts'

export async function clearCurrentPlan(
  terminal: Terminal,
  context: ConfigContext,
  { json = false }: { json?: boolean } = {},
): Promise<number> {
  const session = await openSession(terminal, context, 'agentctl plan clear-current')
  const { machine, place, project, caller, fileCap, lock } = session
  const { thread, version = null } = await clearCurrent(machine, place, project, { by: caller.by, fileCap, lock })
  if (json) {
    terminal.out(`${jsonText({ cleared: true, ...plainThread(thread), version }, 2)}\n`)
    return exitCodes.ok
  }
  terminal.out(`cleared the plan of the current thread: ${visible(thread.plan_dir)}\n`)
  if (version !== null) terminal.out(`what it said is kept as version ${version}\n`)
  return exitCodes.ok
}

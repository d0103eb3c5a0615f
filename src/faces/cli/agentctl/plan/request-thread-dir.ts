import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { requestThread } from '../../../../store/sessions/allocate.ts'
import { plainThread } from '../../../../store/sessions/session-record.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import { openSession } from '../session.ts'

/** One line of JSON, whether it was asked for or not: that is the contract of this command. */
export async function requestThreadDir(terminal: Terminal, context: ConfigContext): Promise<number> {
  const { machine, place, project, lock } = await openSession(terminal, context, 'agentctl plan request-thread-dir')
  terminal.out(`${jsonText(plainThread(await requestThread(machine, place, project, lock)))}\n`)
  return exitCodes.ok
}

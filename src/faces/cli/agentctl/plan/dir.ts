import { openAllocations } from '../../../../store/sessions/allocate.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import { directoryAnswer } from '../answers.ts'
import { openSession } from '../session.ts'

export async function planDir(
  terminal: Terminal,
  context: ConfigContext,
  { json = false }: { json?: boolean } = {},
): Promise<number> {
  const { machine, place, project, lock } = await openSession(terminal, context, 'agentctl plan dir')
  const { current } = await openAllocations(machine, place, project, lock)
  terminal.out(await directoryAnswer(current, json))
  return exitCodes.ok
}

import type { UseAnswer } from '../../../../dialects/planloop/answers.ts'
import { statusCommand } from '../../../../dialects/planloop/commands.ts'
import { makeCurrent } from '../../../../store/planloop/current-session.ts'
import { readSession } from '../../../../store/planloop/session-fold.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import type { LoopOptions } from '../loop.ts'
import { openLoop } from '../open.ts'
import { tell } from '../run.ts'
import { successText } from '../success-text.ts'

export async function useSession(
  terminal: Terminal,
  context: ConfigContext,
  id: string,
  options: LoopOptions,
): Promise<number> {
  const { machine, home, project, place } = await openLoop(context, { session: id }, 'planloop sessions use')
  const session = await readSession(machine, place)
  await makeCurrent(machine, home, project, place.plan)
  const elsewhere = session.project === project ? '' : ` It was started for another project, ${session.project}.`
  const answer: UseAnswer = {
    status: 'success',
    message: `The session '${place.plan}' is the current one now.${elsewhere}`,
    session_id: place.plan,
    next_command: statusCommand({}),
  }
  tell(terminal, options, answer, (one) => successText(one, terminal.paint.out))
  return exitCodes.ok
}

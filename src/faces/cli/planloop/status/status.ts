import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import type { Terminal } from '../../terminal.ts'
import type { StatusOptions } from '../loop.ts'
import { openLoop } from '../open.ts'
import { tell } from '../run.ts'
import { toldOf } from '../told-of.ts'
import { statusAnswer } from './answer.ts'
import { claimFor } from './claim.ts'
import { statusText } from './text.ts'

export async function status(terminal: Terminal, context: ConfigContext, options: StatusOptions): Promise<number> {
  const { machine, root, place, values, userDirs, diagnostics } = await openLoop(context, options, 'planloop status')
  // Only a claim goes by the settings.
  if (options.agent !== undefined) tellDiagnostics(terminal, diagnostics)
  const { compact, budget, allowOverlap } = options
  const asked = {
    ...toldOf(options),
    userDirs,
    ...(compact && { compact }),
    ...(budget !== undefined && { budget }),
    ...(allowOverlap && { allowOverlap }),
  }
  const answer = await statusAnswer(machine, root, place, asked, (agent) =>
    claimFor(machine, place, asked, agent, values),
  )
  tell(terminal, options, answer, (one) => statusText(one, terminal.paint.out))
  return exitCodes.ok
}

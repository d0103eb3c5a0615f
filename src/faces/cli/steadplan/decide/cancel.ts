import { visible } from '../../../../plan/diagnostics/visible.ts'
import { cancel } from '../../../../review/decide.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, reviewChosen, reviewContext } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import type { CancelOptions } from '../decide.ts'
import { statusWord, tellBeside, tellDecided } from './decided.ts'

export async function cancelPlan(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: CancelOptions,
): Promise<number> {
  const project = await openProject(context, 'steadplan cancel')
  tellBeside(terminal, project, options)
  const shown = await reviewChosen(project, word)
  const { found, reading, state } = shown
  if (!options.yes && terminal.isInteractive) {
    const title = `${visible(found.name)}, "${visible(reading.plan.title)}" (${statusWord(state.status)})`
    const answer = await context.ask(`Cancel ${title} for good? [y/N] `)
    if (!/^y(?:es)?$/i.test(answer.trim())) {
      terminal.err('Not cancelled\n')
      return exitCodes.faults
    }
  }
  const { status } = await cancel(reviewContext(project, context, terminal), shown, options.why)
  return tellDecided(terminal, project, { plan: found.name, status }, options)
}

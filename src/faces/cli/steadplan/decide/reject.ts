import { reject } from '../../../../review/decide.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, reviewChosen, reviewContext } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import type { RejectOptions } from '../decide.ts'
import { tellBeside, tellDecided } from './decided.ts'

export async function rejectPlan(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: RejectOptions,
): Promise<number> {
  const project = await openProject(context, 'steadplan reject')
  tellBeside(terminal, project, options)
  const shown = await reviewChosen(project, word)
  const isAsked = options.feedback === undefined && terminal.isInteractive
  const feedback = (isAsked ? await context.ask('What has to change? ') : (options.feedback ?? '')).trim()
  if (feedback === '') {
    terminal.err('Not rejected: say what has to change, with --feedback "<text>"\n')
    return exitCodes.usage
  }
  const { status, version } = await reject(reviewContext(project, context, terminal), shown, feedback)
  return tellDecided(terminal, project, { plan: shown.found.name, status, version }, options)
}

import { giveUpStep } from '../../../../run/pull/give-up-step.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, reviewChosen } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellBeside } from '../decide/decided.ts'
import { chooseStep } from '../look/choose-step.ts'
import type { GiveUpOptions } from '../loop.ts'
import { tellEnded } from './ended-answer.ts'
import { openPull, pullerOf } from './open.ts'
import { planAndStep } from './plan-and-step.ts'

/** `steadplan fail` and `steadplan skip`. */
export async function giveUp(
  terminal: Terminal,
  context: ConfigContext,
  command: 'fail' | 'skip',
  words: readonly string[],
  options: GiveUpOptions,
): Promise<number> {
  const { plan, step: word } = planAndStep(words)
  const why = options.why.trim()
  if (word === undefined || why === '') {
    terminal.err(`steadplan ${command} [plan] <step> --why "<text>"\n`)
    return exitCodes.usage
  }
  const who = pullerOf(context, terminal, options.agent)
  const project = await openProject(context, `steadplan ${command}`)
  tellBeside(terminal, project, options)
  const reviewed = await reviewChosen(project, plan)
  const pull = await openPull(project, reviewed, who)
  const step = chooseStep(pull.approved.reading.plan.steps, word)
  const token = options.token === undefined ? {} : { token: options.token }
  const ended = await giveUpStep(pull, step, command === 'fail' ? 'failed' : 'skipped', { why, ...token })
  return tellEnded(terminal, project, reviewed, pull, ended, options)
}

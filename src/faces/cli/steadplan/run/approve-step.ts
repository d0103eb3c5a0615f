import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { approveStep, refuseStepApproval } from '../../../../review/approve-step.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, reviewChosen, reviewContext } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellBeside } from '../decide/decided.ts'
import { stepLines } from '../decide/step-lines.ts'
import { chooseStep } from '../look/choose-step.ts'

export interface ApproveStepOptions {
  readonly yes?: boolean
  readonly json?: boolean
}

/** `steadplan approve login --step schema`: the yes of its own that a step with `approval: user` waits for. */
export async function approveStepOf(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  stepWord: string,
  options: ApproveStepOptions,
): Promise<number> {
  const project = await openProject(context, 'steadplan approve')
  tellBeside(terminal, project, options)
  const shown = await reviewChosen(project, word)
  const step = chooseStep(shown.reading.plan.steps, stepWord)
  const deciding = reviewContext(project, context, terminal)
  refuseStepApproval(deciding, shown, step, project.policy)
  // Whom the policy lets approve without a person has nobody to be asked.
  if (!options.yes && deciding.caller.channel === 'terminal') {
    const say = (text: string): void => (options.json ? terminal.err(text) : terminal.out(text))
    say(`${[terminal.paint.out('place', visible(step.id)), ...stepLines(terminal, shown, step)].join('\n')}\n`)
    const answer = await context.ask('Approve this step? [y/N] ')
    if (!/^y(?:es)?$/i.test(answer.trim())) {
      terminal.err('Not approved; nothing was recorded\n')
      return exitCodes.faults
    }
  }
  const hash = await approveStep(deciding, shown, step, project.policy)
  const { name: plan } = shown.found
  if (options.json) terminal.out(`${jsonText({ plan, step: step.id, hash }, 2)}\n`)
  else terminal.out(`${visible(step.id)} of ${visible(plan)} has its yes\n`)
  return exitCodes.ok
}

import type { StartAnswer } from '../../../../dialects/planloop/answers.ts'
import { statusCommand } from '../../../../dialects/planloop/commands.ts'
import { fault } from '../../../../plan/diagnostics/fault.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { startSession } from '../../../../run/planloop/start.ts'
import { callerOf } from '../../caller.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import type { Terminal } from '../../terminal.ts'
import type { StartOptions } from '../loop.ts'
import { openHere } from '../open.ts'
import { tell } from '../run.ts'
import { successText } from '../success-text.ts'

/** Answers in JSON, as the contract has it, unless somebody sits at a terminal and did not ask for it. */
export async function start(terminal: Terminal, context: ConfigContext, options: StartOptions): Promise<number> {
  const here = await openHere(context, 'planloop start')
  const { machine, home, project, values, lock } = here
  tellDiagnostics(terminal, here.diagnostics)
  const goal = options.goal?.trim() ?? ''
  if (goal === '') throw fault('E_GOAL', 'no goal is given', { hint: 'Say what is to be achieved: `--goal "<goal>"`.' })
  const isPlanned = options.planner && values['planner.source'] !== ''
  const planned = isPlanned
    ? await (await import('./plan.ts')).planned(terminal, context, here, goal, options)
    : undefined
  if (typeof planned === 'number') return planned
  const by = callerOf(context.env, terminal).by
  const session = {
    goal,
    project,
    approval: values['planloop.approval'] === 'ask',
    by,
    ...(planned && { tasks: planned.tasks }),
  }
  const { plan } = await startSession(machine, home, session, lock)
  const answer: StartAnswer = {
    status: 'session_created',
    session_id: plan,
    message: planned
      ? `The session is created with ${counted(planned.tasks.length, 'task')}. The agent can begin.`
      : 'The session is created. The agent can begin; its first task is to write the plan.',
    ...(planned && { tasks: planned.tasks.length, planned_by: planned.by }),
    ...(planned && planned.warnings.length > 0 && { warnings: planned.warnings }),
    next_command: statusCommand({}),
  }
  const json = options.json ?? !terminal.isInteractive
  tell(terminal, { json }, answer, (one) => successText(one, terminal.paint.out, lines(one)))
  return exitCodes.ok
}

function lines({ session_id, warnings = [] }: StartAnswer): string[] {
  return [`  session ${visible(session_id)}`, ...warnings.map((one) => `  warning: ${visible(one)}`)]
}

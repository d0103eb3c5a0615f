import type { PlanAnswer } from '../../../dialects/planloop/answers.ts'
import { statusCommand } from '../../../dialects/planloop/commands.ts'
import { visible } from '../../../plan/diagnostics/visible.ts'
import { planMarkdown } from '../../../run/planloop/plan-markdown.ts'
import { readWholeSession } from '../../../store/planloop/tasks.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ConfigContext } from '../steadplan/config/context.ts'
import { table } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { openLoop } from './open.ts'
import type { PlanOptions } from './planning.ts'
import { tell, wantsJson } from './run.ts'
import { toldOf } from './told-of.ts'

export async function plan(terminal: Terminal, context: ConfigContext, options: PlanOptions): Promise<number> {
  const { machine, place } = await openLoop(context, options, 'planloop plan')
  const whole = await readWholeSession(machine, place)
  if (options.markdown && !wantsJson(options)) {
    terminal.out(planMarkdown(place.plan, whole))
    return exitCodes.ok
  }
  const { session, tasks, summary } = whole
  const { goal, version, project } = session
  const signals = [...session.signals.values()]
  const answer: PlanAnswer = {
    session: { id: place.plan, goal, version, project },
    plan: { tasks },
    ...(signals.length > 0 && { signals }),
    ...(summary !== undefined && { final_summary: summary }),
    next_command: statusCommand(toldOf(options)),
  }
  tell(terminal, options, answer, (one) => planText(one, terminal))
  return exitCodes.ok
}

function planText(answer: PlanAnswer, { paint, width }: Terminal): string {
  const {
    session,
    plan: { tasks },
    signals = [],
    final_summary,
    next_command,
  } = answer
  const rows = tasks.map(({ id, status, dependencies, title }) => {
    const after = dependencies.length === 0 ? '' : `after ${dependencies.join(', ')}`
    return [`  ${id}`, status, after, visible(title)]
  })
  return [
    visible(session.goal),
    `${paint.out('label', 'Session')} ${visible(session.id)}, version ${session.version}`,
    table(rows, width),
    ...signals.map(({ id, level, message }) => `  ${level} ${visible(id)}: ${visible(message)}`),
    ...(final_summary === undefined ? [] : [`Summary: ${visible(final_summary)}`]),
    `${paint.out('label', 'Next:')} ${visible(next_command)}`,
    '',
  ].join('\n')
}

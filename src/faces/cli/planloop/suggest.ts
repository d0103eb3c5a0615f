import type { SuggestAnswer } from '../../../dialects/planloop/answers.ts'
import { statusCommand, updateCommand } from '../../../dialects/planloop/commands.ts'
import { visible } from '../../../plan/diagnostics/visible.ts'
import { suggestTasks } from '../../../planner/planloop/suggest.ts'
import { judgeTasks } from '../../../run/planloop/judge-tasks.ts'
import { repositorySummary } from '../../../run/planloop/repository-summary.ts'
import { readWholeSession } from '../../../store/planloop/tasks.ts'
import { counted } from '../counted.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ConfigContext } from '../steadplan/config/context.ts'
import { tellDiagnostics } from '../steadplan/config/show.ts'
import type { Terminal } from '../terminal.ts'
import { openLoop } from './open.ts'
import { askPlanner } from './planner.ts'
import type { SuggestOptions } from './planning.ts'
import { tell } from './run.ts'
import { successText } from './success-text.ts'
import { toldOf } from './told-of.ts'

export async function suggest(terminal: Terminal, context: ConfigContext, options: SuggestOptions): Promise<number> {
  const loop = await openLoop(context, options, 'planloop suggest')
  tellDiagnostics(terminal, loop.diagnostics)
  const { machine, root, place } = loop
  const { session, tasks } = await readWholeSession(machine, place)
  const gates = { root, strict: options.strict ?? false }
  const refined = await askPlanner(terminal, context, loop, async (asking) =>
    suggestTasks({
      ...asking,
      goal: session.goal,
      tasks,
      repository: await repositorySummary(machine, root),
      gates: (suggested) => judgeTasks(machine, session, suggested, gates),
    }),
  )
  if (typeof refined === 'number') return refined
  const { value: suggestions, by } = refined
  const told = toldOf(options)
  const answer: SuggestAnswer = {
    status: 'success',
    message:
      suggestions.length === 0
        ? 'Nothing is missing that no task covers.'
        : `${counted(suggestions.length, 'task')} could be added. Send those you want as \`add_tasks\`.`,
    suggestions,
    suggested_by: by,
    next_command: suggestions.length === 0 ? statusCommand(told) : updateCommand(told, '{"add_tasks": [ ... ]}'),
  }
  tell(terminal, options, answer, (one) => successText(one, terminal.paint.out, lines(one)))
  return exitCodes.ok
}

function lines({ suggestions }: SuggestAnswer): string[] {
  return suggestions.flatMap(({ title, type, context_hints }) => [
    `  ${type}  ${visible(title)}`,
    ...context_hints.map((hint) => `      ${visible(hint)}`),
  ])
}

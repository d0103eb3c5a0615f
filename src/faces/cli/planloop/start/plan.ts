import { emptySession } from '../../../../dialects/planloop/session.ts'
import type { NewTask } from '../../../../dialects/planloop/task.ts'
import { decompose } from '../../../../planner/planloop/decompose.ts'
import { judgeTasks } from '../../../../run/planloop/judge-tasks.ts'
import { projectFiles } from '../../../../run/planloop/project-files.ts'
import { counted } from '../../counted.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import type { StartOptions } from '../loop.ts'
import type { Here } from '../open.ts'
import { askPlanner } from '../planner.ts'
import { specOf } from './spec.ts'

/** What the planner made of a goal. */
export interface Planned {
  readonly tasks: readonly NewTask[]
  readonly by: string
  readonly warnings: readonly string[]
}

/** Has the goal broken down by whoever is configured to. Answers the number to exit with when a signal ended it. */
export async function planned(
  terminal: Terminal,
  context: ConfigContext,
  here: Here,
  goal: string,
  options: StartOptions,
): Promise<Planned | number> {
  const { machine, root } = here
  const files = await projectFiles(machine, root)
  const spec = await specOf(machine, root, goal, options.spec)
  terminal.err(`Planning from ${spec === undefined ? 'the goal' : spec.path} and ${counted(files.length, 'file')} …\n`)
  const gates = { root, strict: options.strict ?? false }
  const refined = await askPlanner(terminal, context, here, (asking) =>
    decompose({
      ...asking,
      goal,
      ...(spec && { spec }),
      files,
      gates: (tasks) => judgeTasks(machine, emptySession(), tasks, gates),
    }),
  )
  if (typeof refined === 'number') return refined
  return { tasks: refined.value, by: refined.by, warnings: refined.diagnostics.map(({ message }) => message) }
}

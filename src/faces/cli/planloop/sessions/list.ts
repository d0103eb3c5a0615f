import type { SessionRow, SessionsAnswer } from '../../../../dialects/planloop/answers.ts'
import { statusCommand } from '../../../../dialects/planloop/commands.ts'
import { isComplete } from '../../../../dialects/planloop/session.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { isMet } from '../../../../plan/step-status.ts'
import { currentSession } from '../../../../store/planloop/current-session.ts'
import { type ListedSession, listSessions as listKept } from '../../../../store/planloop/list-sessions.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import { openHere } from '../open.ts'
import { tell } from '../run.ts'
import type { ListOptions } from '../sessions.ts'
import { successText } from '../success-text.ts'
import { toldOf } from '../told-of.ts'

export async function listSessions(terminal: Terminal, context: ConfigContext, options: ListOptions): Promise<number> {
  const { machine, home, project } = await openHere(context, 'planloop sessions list')
  const current = await currentSession(machine, home, project)
  const { sessions, diagnostics } = await listKept(machine, home)
  tellDiagnostics(terminal, diagnostics)
  const rows = sessions
    .filter(({ session }) => options.all || session.project === project)
    .map((one) => row(one, current))
  const answer: SessionsAnswer = {
    status: 'success',
    message:
      rows.length === 0
        ? 'There is no session yet.'
        : `There ${rows.length === 1 ? 'is' : 'are'} ${counted(rows.length, 'session')}.`,
    sessions: rows,
    next_command: rows.length === 0 ? 'planloop start --goal "..."' : statusCommand(toldOf(options)),
  }
  tell(terminal, options, answer, (one) => successText(one, terminal.paint.out, lines(one, options, terminal.width)))
  return exitCodes.ok
}

function row({ id, session }: ListedSession, current: string | undefined): SessionRow {
  const { goal, project, tasks, signals } = session
  return {
    id,
    goal,
    project,
    is_current: id === current,
    tasks: tasks.size,
    finished: [...tasks.values()].filter(({ status }) => isMet(status)).length,
    blockers: [...signals.values()].filter(({ level }) => level === 'blocker').length,
    is_complete: isComplete(session),
  }
}

function lines({ sessions }: SessionsAnswer, { all }: ListOptions, width: number): string[] {
  if (sessions.length === 0) return []
  const rows = sessions.map(({ id, goal, project, is_current, tasks, finished, blockers }) => [
    `${is_current ? '*' : ' '} ${visible(id)}`,
    `${finished} of ${tasks}`,
    ...(all ? [visible(project)] : []),
    (blockers > 0 ? '(blocked) ' : '') + visible(goal),
  ])
  return [table(rows, width)]
}

import { join } from 'node:path'
import type { Session } from '../../dialects/planloop/session.ts'
import { sessionFileName } from '../../dialects/planloop/session-file.ts'
import type { Machine } from '../machine/port.ts'
import type { FoundPlan } from '../plans/found-plan.ts'
import type { Findings } from '../plans/home-plans.ts'
import { realHome } from '../sessions/thread-plan.ts'
import type { Workspace } from '../workspace.ts'
import { listSessions } from './list-sessions.ts'
import { sessionsFolder } from './planloop-home.ts'

/** The sessions of planloop that were started in a project, as plans. One that cannot be read hides no other. */
export async function findLoopPlans(machine: Machine, planloop: Workspace, project: string): Promise<Findings> {
  const home = await realHome(machine, planloop)
  const { sessions, diagnostics } = await listSessions(machine, home)
  const own = sessions.filter(({ session }) => session.project === project)
  const plansOf = (listed: typeof own) => listed.map(({ id }) => loopPlan(home, id))
  return {
    plans: plansOf(own.filter(({ session }) => !isOver(session))),
    past: plansOf(own.filter(({ session }) => isOver(session))),
    // Nobody can tell whether they belong to this project at all.
    diagnostics: diagnostics.map((one) => ({ ...one, severity: 'warning' })),
  }
}

function isOver({ plan: { status } }: Session): boolean {
  return status === 'completed' || status === 'cancelled'
}

/** `home` is a home by its real path: the history keeps directories relative to it. */
function loopPlan(home: Workspace, id: string): FoundPlan {
  const directory = join(sessionsFolder(home), id)
  return {
    name: id,
    dialect: 'planloop',
    isHome: false,
    files: { key: id, base: directory, files: [sessionFileName], folders: [], fileCap: largest, directory },
    workspace: home,
    prefix: `${directory}/`,
  }
}

/** The file is written by us alone, of what fitted into the log. */
const largest = 256 * 1024 * 1024

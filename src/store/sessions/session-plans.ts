import { join } from 'node:path'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import type { Machine } from '../machine/port.ts'
import type { FoundPlan } from '../plans/found-plan.ts'
import type { Findings } from '../plans/home-plans.ts'
import { isThere } from '../workspace/look.ts'
import type { Workspace } from '../workspace.ts'
import { checkSessionId } from './session-id.ts'
import { sessionPlace, sessionsOf } from './session-place.ts'
import { readSessionRecord, type SessionRecord } from './session-record.ts'
import { realHome, threadPlan } from './thread-plan.ts'

/** The plans of sessions that were started in a project. A record that cannot be read hides no plan but its own. */
export async function findSessionPlans(
  machine: Machine,
  agentflow: Workspace,
  project: string,
  fileCap: number,
): Promise<Findings> {
  const plans: FoundPlan[] = []
  const diagnostics: Diagnostic[] = []
  const home = await realHome(machine, agentflow)
  for (const id of await sessionIds(machine, agentflow)) {
    try {
      const record = await readSessionRecord(machine, sessionPlace(agentflow, id))
      if (record?.project !== project) continue
      plans.push(...(await writtenPlans(machine, home, record, fileCap)))
    } catch (error) {
      if (!isFault(error)) throw error
      // Nobody can tell whether it belongs to this project at all.
      diagnostics.push(...error.diagnostics.map((one) => ({ ...one, severity: 'warning' as const })))
    }
  }
  return { plans, diagnostics }
}

async function sessionIds(machine: Machine, agentflow: Workspace): Promise<string[]> {
  const entries = await machine.files.list(sessionsOf(agentflow)).catch(() => [])
  return entries
    .filter(({ name }) => name.endsWith('.json'))
    .map(({ name }) => name.slice(0, -'.json'.length))
    .filter((id) => checkSessionId(id) === undefined)
    .sort()
}

/** Threads whose directory is still empty have no plan yet. */
async function writtenPlans(
  machine: Machine,
  home: Workspace,
  { current, additional }: SessionRecord,
  fileCap: number,
): Promise<FoundPlan[]> {
  const plans: FoundPlan[] = []
  for (const thread of [current, ...additional]) {
    if (await isWritten(machine, thread.directory)) plans.push(threadPlan(home, thread, fileCap))
  }
  return plans
}

async function isWritten({ files }: Machine, directory: string): Promise<boolean> {
  return (
    (await isThere(files, join(directory, 'plan.md'), 'file', 'link', 'other', 'directory')) ||
    (await files.list(join(directory, 'tasks')).catch(() => [])).length > 0
  )
}

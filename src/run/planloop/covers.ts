import { readSessionFile } from '../../dialects/planloop/read-session-file.ts'
import { sessionFile, sessionFileName } from '../../dialects/planloop/session-file.ts'
import type { TaskEntry } from '../../dialects/planloop/task-table.ts'
import { digestOf } from '../../review/digest.ts'
import { isSealed } from '../../review/seal.ts'
import { standingOf } from '../../review/standing.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import { readPlanState } from '../../store/plan-log.ts'
import { readWholeSession } from '../../store/planloop/tasks.ts'
import { readUserKey } from '../../store/user-key.ts'
import type { UserDirectories } from '../../store/workspace/user-directories.ts'

/** Tells of each task whether a person has said yes to it as it stands: to the very words, and here. */
export async function approvedTasks(
  machine: Machine,
  place: LogPlace,
  userDirs: UserDirectories,
): Promise<(entry: TaskEntry) => boolean> {
  const { session, tasks } = await readWholeSession(machine, place)
  const texts = new Map([[sessionFileName, sessionFile(session.goal, tasks)]])
  const digest = digestOf(readSessionFile(texts, { key: place.plan, prefix: '' }).signed)
  const { approval } = await readPlanState(machine, place)
  const key = approval && (await readUserKey(machine, userDirs))
  const { covers } = standingOf(digest, approval, (one) => isSealed(key, place.plan, one))
  return ({ id, content }) => {
    // One that was changed since is looked at the next time.
    const seen = session.tasks.get(id)?.content ?? []
    return seen.length === content.length && covers(String(id))
  }
}

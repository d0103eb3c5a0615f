import { sessionFile, sessionFileName } from '../../dialects/planloop/session-file.ts'
import { type Content, contentOf, sha256 } from '../content/content.ts'
import type { LogPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'
import { readWholeSession } from './tasks.ts'

/** What a session says is to be done, as if it stood in a file. */
export async function readSessionContent(machine: Machine, place: LogPlace): Promise<Content> {
  const { session, tasks } = await readWholeSession(machine, place)
  const bytes = sessionFile(session.goal, tasks)
  return contentOf(new Map([[sessionFileName, { bytes, sha256: sha256(bytes) }]]))
}

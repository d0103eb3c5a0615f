import { join } from 'node:path'
import { type LogPlace, logPlace } from '../log/place.ts'
import { ownersDirectory } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'
import { sessionsFolder } from './planloop-home.ts'

/** Where the session with this id is kept. The id has to be one that `checkId` lets pass. */
export function sessionPlace(home: Workspace, id: string): LogPlace {
  return logPlace(join(sessionsFolder(home), id), ownersDirectory(home), id)
}

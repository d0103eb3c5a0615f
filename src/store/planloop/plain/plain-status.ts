import { join } from 'node:path'
import { ourPart } from '../../../dialects/planloop/instructions/markers.ts'
import { instructionsFile, instructionsFor } from '../../../dialects/planloop/instructions/sync.ts'
import { readPlain } from '../../files/plain.ts'
import type { Files } from '../../files/port.ts'
import { isPlainId } from '../../sessions/plain/plain-id.ts'
import { isDirectory } from '../../workspace/look.ts'
import { findWorkspace, type Workspace } from '../../workspace.ts'
import { currentPath, projectOf } from '../current-path.ts'
import { sessionsFolder } from '../planloop-home.ts'
import { readKeptStatus } from './kept-status.ts'

/**
 * What `status --json --compact` answers to a caller without a name, as it was kept by whoever last changed the session.
 * Undefined when there is anything else to say, or more to do than to look: this is asked all the time, and loads nothing.
 */
export async function plainStatus(
  files: Files,
  home: Workspace,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const workspace = await findWorkspace({ files }, cwd, env)
  const id = env.PLANLOOP_SESSION || (await plainCurrent(files, home, projectOf(workspace)))
  if (!isPlainId(id)) return undefined
  const directory = join(sessionsFolder(home), id)
  const answer = await readKeptStatus(files, directory, join(directory, 'log.jsonl'))
  return answer !== undefined && (await isInSync(files, workspace.root)) ? answer : undefined
}

async function plainCurrent(files: Files, home: Workspace, project: string): Promise<string | undefined> {
  const text = (await readPlain(files, currentPath(home, project), mostBytes))?.toString()
  try {
    const current = JSON.parse(text ?? '') as { readonly project?: unknown; readonly session?: unknown }
    return current.project === project && typeof current.session === 'string' ? current.session : undefined
  } catch {
    return undefined
  }
}

const mostBytes = 1024 * 1024

async function isInSync(files: Files, root: string): Promise<boolean> {
  const [folder = ''] = instructionsFile.split('/')
  if (!(await isDirectory(files, join(root, folder)))) return false
  const text = (await readPlain(files, join(root, instructionsFile), mostBytes))?.toString()
  return text !== undefined && (isPlainlyInSync(text) || instructionsFor(text).inSync)
}

/** As we write it, once, whatever stands around it: nothing has to be taken apart to see that. */
function isPlainlyInSync(text: string): boolean {
  const [begin, end] = ['planloop:begin', 'planloop:end']
  const isOnce = text.indexOf(begin) === text.lastIndexOf(begin) && text.indexOf(end) === text.lastIndexOf(end)
  return isOnce && !text.includes('\r') && `\n${text}`.includes(`\n${ourPart('\n')}\n`)
}

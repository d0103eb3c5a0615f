import { homedir } from 'node:os'
import { isFault } from '../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../plan/diagnostics/json-text.ts'
import { loadConfig } from '../../../store/config/load.ts'
import { realMachine as machine } from '../../../store/machine/real.ts'
import { chooseSession } from '../../../store/planloop/choose-session.ts'
import { projectOf } from '../../../store/planloop/current-path.ts'
import { userDirectories } from '../../../store/workspace/user-directories.ts'
import { findWorkspace, type Workspace } from '../../../store/workspace.ts'
import { exitOnSignals } from '../exit-on-signals.ts'
import type { Loop } from './open.ts'
import type { QuickUpdate } from './quick-command.ts'
import { takeUpdate } from './update/take.ts'

/** Takes an update. Once it was looked at, a refusal is the answer: nothing is tried a second time. */
export async function answerUpdate({ payload, ...options }: QuickUpdate, home: Workspace): Promise<string | undefined> {
  const loop = await openQuickly(options, home)
  if (loop === undefined) return undefined
  exitOnSignals()
  try {
    return `${jsonText(await takeUpdate(loop, { text: payload, name: '<payload>' }, options), 2)}\n`
  } catch (error) {
    const { answer, code } = (await import('./refusal.ts')).refusalOf(error, options)
    process.exitCode = code
    return `${jsonText(answer, 2)}\n`
  }
}

async function openQuickly({ session }: { readonly session?: string }, home: Workspace): Promise<Loop | undefined> {
  const { env, platform } = process
  const workspace = await findWorkspace(machine, process.cwd(), env)
  const userDirs = userDirectories(env, homedir(), platform)
  const { values, diagnostics } = await loadConfig(machine, { workspace, userDirs, env })
  if (diagnostics.length > 0) return undefined
  const project = projectOf(workspace)
  try {
    const place = await chooseSession(machine, home, session, env, project)
    const lock = { waitMs: values['lock.wait'], command: 'planloop update' }
    return { machine, home, root: workspace.root, project, userDirs, values, diagnostics, lock, place }
  } catch (error) {
    if (!isFault(error)) throw error
    return undefined
  }
}

import { homedir } from 'node:os'
import type { StatusAnswer } from '../../../dialects/planloop/status-answer.ts'
import { Fault, isFault } from '../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../plan/diagnostics/json-text.ts'
import { loadConfig } from '../../../store/config/load.ts'
import type { LogPlace } from '../../../store/log/place.ts'
import { realMachine as machine } from '../../../store/machine/real.ts'
import { chooseSession } from '../../../store/planloop/choose-session.ts'
import { projectOf } from '../../../store/planloop/current-path.ts'
import { userDirectories } from '../../../store/workspace/user-directories.ts'
import { findWorkspace, type Workspace } from '../../../store/workspace.ts'
import type { QuickStatus } from './quick-command.ts'
import { type Asked, statusAnswer } from './status/answer.ts'
import { claimFor } from './status/claim.ts'

/** What is to be done next, in a session whose log has to be read for it. */
export async function answerStatus({ session, ...rest }: QuickStatus, home: Workspace): Promise<string | undefined> {
  const { env, platform } = process
  try {
    const workspace = await findWorkspace(machine, process.cwd(), env)
    const place = await chooseSession(machine, home, session, env, projectOf(workspace))
    const userDirs = userDirectories(env, homedir(), platform)
    const asked = { ...rest, userDirs, ...(session !== undefined && { named: session }) }
    const claim = (agent: string) => claimQuickly(workspace, place, asked, agent)
    return `${jsonText(await statusAnswer(machine, workspace.root, place, asked, claim), 2)}\n`
  } catch (error) {
    if (!isFault(error)) throw error
    return undefined
  }
}

/** A claim takes a lease, and how long that is stands in the settings. What is wrong with those the long way tells. */
async function claimQuickly(workspace: Workspace, place: LogPlace, asked: Asked, agent: string): Promise<StatusAnswer> {
  const { values, diagnostics } = await loadConfig(machine, { workspace, userDirs: asked.userDirs, env: process.env })
  const [first, ...others] = diagnostics
  if (first !== undefined) throw new Fault([first, ...others])
  return claimFor(machine, place, asked, agent, values)
}

import { join, resolve } from 'node:path'
import type { Workspace } from '../workspace.ts'

/** Where the plans of agentflow sessions live, outside of any project: `$AGENTFLOW_HOME`, or `~/.agentflow`. */
export function agentflowHome(env: NodeJS.ProcessEnv, home: string): Workspace {
  const root = resolve(env.AGENTFLOW_HOME || join(home, '.agentflow'))
  return { root, state: join(root, '.steadplan') }
}

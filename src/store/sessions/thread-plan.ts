import { join, relative } from 'node:path'
import type { Machine } from '../machine/port.ts'
import { directoryPlan, type FoundPlan } from '../plans/found-plan.ts'
import { realPath } from '../workspace/look.ts'
import type { Workspace } from '../workspace.ts'
import type { PlacedThread } from './session-record.ts'

/** The plan of a thread. `home` is a home by its real path: the history keeps directories relative to it. */
export function threadPlan(home: Workspace, thread: PlacedThread, fileCap: number): FoundPlan {
  const { thread_id, plan_dir, directory } = thread
  return {
    name: thread_id,
    dialect: 'agentflow',
    isHome: false,
    files: directoryPlan(thread_id, directory, fileCap),
    workspace: home,
    prefix: `${plan_dir}/`,
  }
}

export async function realHome(machine: Machine, { root, state }: Workspace): Promise<Workspace> {
  const real = (await realPath(machine.files, root)) ?? root
  return { root: real, state: join(real, relative(root, state)) }
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PlanPlace } from '../content/place.ts'
import { diskFault } from '../disk-fault.ts'
import { logPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'
import type { Workspace } from '../workspace.ts'
import { makeDirectory, openWorkspace, ownersDirectory, plansDirectory } from './open.ts'

/** A plan as its dialect knows it: its key, and where its own files stand. */
export type PlanFiles = Pick<PlanPlace, 'base' | 'files' | 'folders' | 'fileCap'> & {
  readonly key: string
  /** Where its state is kept, if not in a directory of the workspace. */
  readonly directory?: string
}

export function planPlace(workspace: Workspace, plan: PlanFiles): PlanPlace {
  const { key, base, files, folders, fileCap } = plan
  const directory = plan.directory ?? join(plansDirectory(workspace), directoryName(key))
  const history = join(directory, 'history.jsonl')
  const { root } = workspace
  return { ...logPlace(directory, ownersDirectory(workspace), key), root, base, files, folders, fileCap, history }
}

/** The same, with the directory for its state made. */
export async function openPlanPlace(machine: Machine, workspace: Workspace, plan: PlanFiles): Promise<PlanPlace> {
  const place = planPlace(workspace, plan)
  await openWorkspace(machine, workspace)
  await makeDirectory(machine.files, place.directory).catch((error) => {
    throw diskFault(error, place.directory)
  })
  return place
}

/** `plans/Login page` → `login-page-5e0c1fa3`: the words for people, the hash to tell apart what the words do not. */
function directoryName(key: string): string {
  const last = key.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const words =
    last
      .toLowerCase()
      .slice(0, longestKey)
      .match(/[a-z0-9]+/g) ?? []
  const slug = trimDash(words.join('-').slice(0, longestSlug)) || 'plan'
  return `${slug}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`
}

const longestSlug = 40
const longestKey = 1000

function trimDash(slug: string): string {
  return slug.endsWith('-') ? slug.slice(0, -1) : slug
}

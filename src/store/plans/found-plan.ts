import type { Dialect } from '../../plan/types.ts'
import type { PlanPlace } from '../content/place.ts'
import type { Machine } from '../machine/port.ts'
import { openPlanPlace, type PlanFiles, planPlace } from '../workspace/plan-place.ts'
import type { Workspace } from '../workspace.ts'

/** A plan that was found and not yet read. */
export interface FoundPlan {
  /** What people call it: the name of its directory. */
  readonly name: string
  readonly dialect: Dialect
  /** Whether it stands in the repository, in the home format. */
  readonly isHome: boolean
  readonly files: PlanFiles
  /** Where its log and its history are kept. */
  readonly workspace: Workspace
  /** What the names of its files begin with where people read them. */
  readonly prefix: string
}

/** For reading: nothing is made. */
export function placeOf({ workspace, files }: FoundPlan): PlanPlace {
  return planPlace(workspace, files)
}

/** For writing: the directories for its state are made where they are missing. */
export function openPlaceOf(machine: Machine, { workspace, files }: FoundPlan): Promise<PlanPlace> {
  return openPlanPlace(machine, workspace, files)
}

/** The files of a plan that is written as one directory with a task per file. */
export function directoryPlan(key: string, base: string, fileCap: number): PlanFiles {
  return { key, base, files: ['plan.md'], folders: ['tasks'], fileCap }
}

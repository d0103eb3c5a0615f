import { join } from 'node:path'
import type { Dialect } from '../../plan/types.ts'
import { isSingleFile, type PlanPlace } from '../content/place.ts'
import type { Machine } from '../machine/port.ts'
import { openPlanPlace, type PlanFiles, planPlace } from '../workspace/plan-place.ts'
import type { Workspace } from '../workspace.ts'

/** The dialects whose plans are found and opened. One that joins them needs a row in `readers.ts`. */
export type OpenDialect = Extract<Dialect, 'agentflow' | 'teddy' | 'planloop'>

/** A plan that was found and not yet read. */
export interface FoundPlan {
  /** What people call it: the name of its directory, a session with its turn, or the path of its file. */
  readonly name: string
  readonly dialect: OpenDialect
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

/** Where it stands, as people name it: its directory, or its only file. */
export function pathOf({ prefix, files }: FoundPlan): string {
  return isSingleFile(files) ? prefix + files.files[0]! : prefix
}

/** The same on the disk. */
export function diskPathOf({ files }: FoundPlan): string {
  return isSingleFile(files) ? join(files.base, files.files[0]!) : files.base
}

/** The files of a plan that is written as one directory with a task per file. */
export function directoryPlan(key: string, base: string, fileCap: number): PlanFiles {
  return { key, base, files: ['plan.md'], folders: ['tasks'], fileCap }
}

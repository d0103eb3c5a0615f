import type { LogPlace } from '../log/place.ts'

/** Where a plan is kept: its own files, which people see and edit, and what we keep about it. */
export interface PlanPlace extends LogPlace {
  /** The top directory of the project. The history keeps `base` relative to it. */
  readonly root: string
  /** The directory that its files stand in. */
  readonly base: string
  /** Its files by name, relative to `base`. */
  readonly files: readonly string[]
  /** Folders below `base` of which every file belongs to the plan, but for hidden ones. */
  readonly folders: readonly string[]
  /** The journal of its versions. */
  readonly history: string
  /** The largest file that is read. */
  readonly fileCap: number
}

/** One file and nothing else: replacing it is atomic by itself. */
export function isSingleFile({ files, folders }: Pick<PlanPlace, 'files' | 'folders'>): boolean {
  return folders.length === 0 && files.length === 1
}

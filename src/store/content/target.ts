import { basename, join } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { PlanPlace } from './place.ts'

/**
 * Where a file of the plan stands. Nothing but its own files has a place in it: what is to be changed comes from callers,
 * and after a crash from a history, which a repository can bring along with any path in it.
 */
export function targetOf(place: PlanPlace, path: string): string {
  const target = join(place.base, path)
  if (place.files.includes(path) || isInFolder(place, path, basename(target))) return target
  throw fault('E_OUTSIDE', `not a file of this plan: ${path}`, { file: path })
}

/** Directly in it, and written in no other way than the one in which it is read: `tasks/a.md`, not `tasks/../tasks/a.md`. */
function isInFolder(place: PlanPlace, path: string, name: string): boolean {
  return place.folders.some((folder) => path === `${folder}/${name}`) && !isLeftover(name) && !name.includes('\0')
}

/** Hidden files, our own temporary ones among them, and what editors leave behind. */
export function isLeftover(name: string): boolean {
  return name.startsWith('.') || name.endsWith('~') || name.endsWith('.swp')
}

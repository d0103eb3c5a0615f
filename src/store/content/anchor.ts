import { dirname } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { OpenFile } from '../files/port.ts'
import type { Machine } from '../machine/port.ts'
import { foldPath } from '../paths/fold.ts'
import { realpathOfPlanned } from '../paths/planned.ts'
import type { PlanPlace } from './place.ts'

/**
 * The place with the real path of its base, found once at the beginning. Whatever is opened later has to stand below that
 * path: where it does not, somebody has put a link in the place of a folder in between.
 */
export async function anchor(machine: Machine, place: PlanPlace): Promise<PlanPlace> {
  return { ...place, base: await realpathOfPlanned(machine.files, place.base) }
}

/**
 * Asked after opening, because what was asked before may not hold any more. By the handle, where the system can tell:
 * asked by the name, a link that came and went in between is not noticed.
 */
export async function refuseFileElsewhere(machine: Machine, path: string, file: OpenFile): Promise<void> {
  const real = await file.realpath?.()
  if (real === undefined) await refuseFolderElsewhere(machine, dirname(path))
  else refuseElsewhere(dirname(path), dirname(real))
}

/** Also of a folder that is not there yet. */
export async function refuseFolderElsewhere(machine: Machine, path: string): Promise<void> {
  refuseElsewhere(path, await realpathOfPlanned(machine.files, path))
}

/** Folded, because a disk that does not tell cases apart answers with the name as it was first written. */
function refuseElsewhere(path: string, real: string): void {
  if (real === path || foldPath(real) === foldPath(path)) return
  throw fault('E_OUTSIDE', `the folder leads out of the plan: ${path}`, { file: path, actual: real })
}

import { isAddress } from '../../dialects/teddy/session/context-list.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { refuseFileElsewhere } from '../content/anchor.ts'
import { diskFault } from '../disk-fault.ts'
import { readWithAttributes } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { resolveInside } from '../paths/inside.ts'
import { textOf } from '../project-files/looking.ts'
import { readContext } from './context.ts'
import { pagePath } from './end-turn.ts'
import type { TeddySession } from './session.ts'
import type { TeddyPlace } from './teddy-place.ts'

/** Something in the context of a session, as it is now. */
export interface ContextResource {
  /** A path from the root of the project, or an address. */
  readonly target: string
  /** In every turn. */
  readonly isAlways: boolean
  readonly bytes: number
  /** Absent where nobody can be shown it, and then `why` says why. */
  readonly text?: string
  readonly why?: string
}

/** All that the next plan is made with. What stands in the context twice is there once. */
export async function readResources(
  machine: Machine,
  place: TeddyPlace,
  session: TeddySession,
  fileCap: number,
): Promise<ContextResource[]> {
  const { always, turn } = await readContext(machine, session)
  const lasting = new Set(always)
  const resources: ContextResource[] = []
  for (const target of new Set([...always, ...turn])) {
    const found = isAddress(target)
      ? await textAt(machine, pagePath(session.directory, target), fileCap, 'was not read by a plan yet')
      : await fileOf(machine, place.workspace.root, target, fileCap)
    resources.push({ target, isAlways: lasting.has(target), ...found })
  }
  return resources
}

type Found = Pick<ContextResource, 'bytes' | 'text' | 'why'>

/** Whoever wrote the list, nothing outside of the project is shown to a model. */
async function fileOf(machine: Machine, root: string, target: string, cap: number): Promise<Found> {
  try {
    return await textAt(machine, await resolveInside(machine, root, target), cap, 'is not there')
  } catch (error) {
    return { bytes: 0, why: reason(error) }
  }
}

async function textAt(machine: Machine, path: string, cap: number, otherwise: string): Promise<Found> {
  try {
    const read = await readWithAttributes(machine.files, path, cap, (file) => refuseFileElsewhere(machine, path, file))
    if (read === undefined) return { bytes: 0, why: otherwise }
    const bytes = read.bytes.length
    const text = textOf(read.bytes)
    return text === undefined ? { bytes, why: 'is no text' } : { bytes, text }
  } catch (error) {
    return { bytes: 0, why: reason(diskFault(error, path)) }
  }
}

function reason(error: unknown): string {
  if (!isFault(error)) throw error
  return reasons.get(error.code) ?? error.diagnostics[0]!.message
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['E_OUTSIDE', 'lies outside of the project'],
  ['E_NOT_A_FILE', 'is no file'],
  ['E_NO_WORKSPACE', 'is not there'],
])

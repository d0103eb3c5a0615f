import { relative, resolve } from 'node:path'
import type { TeddyPlan } from '../../dialects/teddy/plan.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { type Found, ownState, type ProjectFacts, type RefusalCode } from '../../rules/actions/facts.ts'
import { diskFault } from '../disk-fault.ts'
import type { Machine } from '../machine/port.ts'
import { resolveInside } from '../paths/inside.ts'
import { isProtected } from '../paths/protected.ts'
import type { ProtectedEntry } from '../paths/protected-entries.ts'
import { shortened } from '../paths/shortened.ts'
import { Looking } from './looking.ts'
import { type Need, namedPaths } from './named.ts'

/**
 * Asks the disk about everything that a plan names, one path after the other and each of them once. Nothing is followed
 * out of the project, and only regular files are opened.
 */
export async function gatherFacts(
  machine: Machine,
  root: string,
  plan: TeddyPlan,
  remembered: Pick<ProjectFacts, 'memos' | 'context'> = {},
): Promise<ProjectFacts> {
  const realRoot = await machine.files.realpath(root).catch((error) => {
    throw diskFault(error, root)
  })
  const looking = new Looking(machine, realRoot)
  const found = new Map<string, Found>()
  for (const [path, need] of namedPaths(plan)) found.set(path, await lookAt(looking, path, need))
  return { ...remembered, found }
}

async function lookAt(looking: Looking, path: string, need: Need): Promise<Found> {
  const { machine, root } = looking
  if (path.split('/').some(isParentInDisguise)) {
    return { is: 'refused', code: 'E_OUTSIDE', why: 'the path has a `..` in another spelling' }
  }
  try {
    const real = await resolveInside(machine, root, path)
    const found = await looking.at(real, need)
    if (found.is === 'refused') return found
    // From the project on: the project itself may stand in a folder that is protected elsewhere.
    const spellings = new Set([relative(root, resolve(root, path)), relative(root, real)])
    const entry = protectionOf([...spellings])
    return entry === undefined ? found : { ...found, protection: { path: entry.path, why: entry.why } }
  } catch (error) {
    if (!isFault(error, ...refusals)) throw error
    return { is: 'refused', code: error.code as RefusalCode, why: reasonOf(error.diagnostics[0]!.message, path) }
  }
}

/** Of several entries that protect a path, the one that no yes allows to change. */
function protectionOf(spellings: readonly string[]): ProtectedEntry | undefined {
  const entry = spellings.map(isProtected).find((one) => one !== undefined)
  if (entry === undefined) return undefined
  const parts = spellings.flatMap((path) => path.split(/[/\\]/)).map(isProtected)
  return parts.find((one) => one?.path === ownState) ?? entry
}

const refusals: readonly RefusalCode[] = ['E_OUTSIDE', 'E_NOT_A_FILE', 'E_BAD_NAME', 'E_DISK']

/** `%2e%2e` is a name like any other here, and a way out for the first program that decodes it. */
function isParentInDisguise(part: string): boolean {
  return part.includes('%') && /^(?:\.|%2e){1,2}$/i.test(part)
}

/** What a fault says without the path at its end, which whoever quotes it has said already. */
function reasonOf(message: string, path: string): string {
  const end = `: ${shortened(path)}`
  return message.endsWith(end) ? message.slice(0, -end.length) : message
}

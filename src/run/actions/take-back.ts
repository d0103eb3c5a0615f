import type { ActionRecord } from '../../plan/action-records.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { Fault, isFault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../../store/disk-fault.ts'
import { keepBytes, keptPath, readKept } from '../../store/kept-bytes.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import { changeFile, restoreFile } from '../../store/project-files/change-file.ts'
import { contentAt } from './content-at.ts'
import { removeMade, removeStaged } from './interrupted.ts'
import type { ChangeGroup, GroupedChange } from './ledger.ts'

export interface TakeBackOptions {
  readonly machine: Machine
  readonly place: LogPlace
  readonly root: string
  readonly say: (record: ActionRecord) => Promise<void>
}

/**
 * Puts every file back as it was before the first change of a group, the last changed first, and removes the directories
 * that were made. What somebody else, or a command, has put there since is kept aside before. Cut off anywhere, it can be
 * begun again: a file that is back is known by its hash.
 *
 * Whatever can be put back is; of what cannot, a `Fault` tells at the end.
 */
export async function takeBack({ changes }: ChangeGroup, options: TakeBackOptions): Promise<void> {
  const faults: Diagnostic[] = []
  for (const ofFile of byFile(changes)) {
    try {
      await takeBackFile(ofFile, options)
    } catch (error) {
      const known = diskFault(error, ofFile[0].path)
      if (!isFault(known)) throw error
      faults.push(notBack(ofFile, options, known))
    }
  }
  for (const { made } of changes.toReversed()) faults.push(...(await removeDirectories(options, made)))
  const [first, ...others] = faults
  if (first !== undefined) throw new Fault([first, ...others])
}

type ChangesOfFile = readonly [GroupedChange, ...GroupedChange[]]

/** The changes of each file in their order; the file that was changed last comes first. */
function byFile(changes: readonly GroupedChange[]): ChangesOfFile[] {
  const files = new Map<string, [GroupedChange, ...GroupedChange[]]>()
  for (const change of changes) {
    const known = files.get(change.path)
    known?.push(change)
    files.delete(change.path)
    files.set(change.path, known ?? [change])
  }
  return [...files.values()].reverse()
}

async function takeBackFile(changes: ChangesOfFile, { machine, place, root, say }: TakeBackOptions): Promise<void> {
  for (const change of changes) await removeStaged(machine, root, change)
  const now = await contentAt(machine, root, changes[0].path)
  // A change that did not come to its end may never have been made, and then the file is nobody's business.
  const made = changes.filter(({ isMade, after }) => isMade || after === now.hash)
  const [first] = made
  if (first === undefined || now.hash === first.before) return
  const { path } = first
  const isOurs = now.hash === null || made.some(({ before, after }) => before === now.hash || after === now.hash)
  const aside = isOurs || now.bytes === undefined ? undefined : await keepBytes(machine, place, now.bytes)
  const before = first.before === null ? undefined : await bytesBefore(machine, place, first.before, path)
  const { real, bytes } = now
  // What waits beside the file is known by the name that the log has, for whoever finds it after a crash.
  const named: Machine = { ...machine, nonce: () => first.nonce }
  if (bytes !== undefined) await restoreFile(named, root, { real, before, after: bytes, made: [] })
  else if (before !== undefined) await changeFile(named, root, { real, before: undefined, after: before })
  await say({ type: 'file.taken-back', path, ...(aside !== undefined && { aside }) })
}

async function bytesBefore(machine: Machine, place: LogPlace, hash: string, path: string): Promise<Uint8Array> {
  const bytes = await readKept(machine, place, hash)
  if (bytes !== undefined) return bytes
  throw new Fault([diagnostic('E_TAKE_BACK', `what ${path} held before is not kept any more`, { file: path })])
}

function notBack([{ path, before }]: ChangesOfFile, { place }: TakeBackOptions, error: Fault): Diagnostic {
  const [first] = error.diagnostics
  const message = `${path} could not be put back: ${first!.message}`
  const kept = before === null ? 'It was not there before.' : `What it held is in ${keptPath(place, before)}.`
  return diagnostic('E_TAKE_BACK', message, { file: path, related: [{ message: kept }] })
}

/** Answers what went wrong. A directory that leads elsewhere by now is not ours to remove. */
async function removeDirectories({ machine, root }: TakeBackOptions, made: readonly string[]): Promise<Diagnostic[]> {
  try {
    await removeMade(machine, root, made)
    return []
  } catch (error) {
    const known = diskFault(error, made.join(', '))
    if (!isFault(known)) throw error
    return known.code === 'E_OUTSIDE' ? [] : [...known.diagnostics]
  }
}

import { fault } from '../../plan/diagnostics/fault.ts'
import { isTemporaryName, temporaryPath } from '../files/temporary.ts'
import { unlinkIfThere } from '../files/whole.ts'
import { openPen } from '../journal/pen.ts'
import type { Machine } from '../machine/port.ts'
import type { Content, FileContent } from './content.ts'
import { type HistoryEnd, headOf, versionCap } from './history.ts'
import { keptBytes } from './kept-file.ts'
import type { PlanPlace } from './place.ts'
import { publish, stage, syncTargets } from './publish.ts'
import { targetOf } from './target.ts'
import type { Head, Settled, Version } from './version.ts'
import { readVisibleFile, readVisibleFiles } from './visible-files.ts'

/**
 * Brings a commit to its end whose writer was cut off. Called under the lock, so the writer is dead or was shut out.
 *
 * Nothing of it visible yet: it never happened, and its temporary files go, which also stops a writer that was only
 * asleep. Some of it visible: the rest follows, from the bytes in the history. A file that somebody has changed since is
 * left as it is. Doing this twice, or being cut off again anywhere in it, leads to the same end.
 */
export async function settle(machine: Machine, place: PlanPlace, history: HistoryEnd): Promise<HistoryEnd> {
  const { unsettled } = history
  if (unsettled === undefined) return history
  refuseForged(place, unsettled.version)
  const remaining = whatRemains(await readVisibleFiles(machine, place), unsettled.version)
  const published = remaining !== 'all'
  if (published) await publishRest(machine, place, unsettled.version, remaining)
  for (const { path } of unsettled.version.changes) {
    await unlinkIfThere(machine.files, temporaryPath(targetOf(place, path), unsettled.version.temporary))
  }
  const head = published ? headOf(unsettled) : history.head
  const pen = await openPen(machine.files, place.history, history.end, versionCap)
  try {
    // A settled line says that what stands before it is durable, and nobody knows how far the dead writer came.
    await pen.sync()
    await pen.write([settledLine(unsettled.version.version, published, head)])
  } finally {
    await pen.close()
  }
  return { end: pen.end, last: history.last, head, unsettled: undefined }
}

/**
 * Before anything is done as an unsettled version says: no commit of ours names files that are not the plan's, nor
 * temporary files that are not beside them, but a history that came from elsewhere can.
 */
export function refuseForged(place: PlanPlace, { changes, temporary }: Version): void {
  for (const { path } of changes) targetOf(place, path)
  if (isTemporaryName(`.x.${temporary}.tmp`)) return
  throw fault('E_HISTORY_CORRUPT', 'a version names temporary files as nobody does', { file: place.history })
}

export function settledLine(version: number, published: boolean, head: Head | null): Settled {
  return { type: 'settled', version, published, head }
}

/** The paths that still carry what was there before; `all` when none has been published. */
export function whatRemains(visible: Content, version: Version): 'all' | readonly string[] {
  if (version.changes.length === 0) return []
  const remaining: string[] = []
  let published = 0
  for (const { path, from, to } of version.changes) {
    const there = visible.files.get(path)?.sha256 ?? null
    if (there === to) published++
    else if (there === from) remaining.push(path)
  }
  return published === 0 ? 'all' : remaining
}

/** The file as a version has it; undefined when the version removes it. Files that changed are kept with their bytes. */
export function fileInVersion(version: Version, path: string): FileContent | undefined {
  const kept = version.files.find((file) => file.path === path)
  const bytes = kept && keptBytes(kept)
  return kept && bytes && { bytes, sha256: kept.sha256 }
}

async function publishRest(
  machine: Machine,
  place: PlanPlace,
  version: Version,
  paths: readonly string[],
): Promise<void> {
  const changes = version.changes.filter(({ path }) => paths.includes(path))
  const staged = []
  for (const change of changes) {
    const there = await readVisibleFile(machine, place, change.path)
    const content = fileInVersion(version, change.path)
    const one = await stage(
      machine,
      place,
      change,
      content && { ...content, attributes: there?.attributes },
      machine.nonce(),
    )
    staged.push(one)
    await one.file?.sync()
    await one.file?.close()
    await publish(machine, place, one)
  }
  await syncTargets(machine, staged)
}

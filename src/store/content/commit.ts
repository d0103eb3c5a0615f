/**
 * Changes the content of a plan: all of the change or none of it, whatever happens in between.
 *
 *     lock ─▶ settle what a dead writer left ─▶ compare ─▶ sync the history ─▶ append the version to it
 *          ─▶ write temporary files ─▶ sync ─▶ still mine? still the same? ─▶ rename ─▶ sync directories ─▶ settled
 *
 * The caller says what it had read. If the files are not that any more, by whatever hand, it gets `CONFLICT` with what
 * changed, and nothing is written. What somebody changed without us since the last version is taken into the history as
 * a version of its own, so that no bytes that were ever replaced are lost.
 *
 * Before the first rename a failure leaves the plan as it was. After it, an error of the disk is `E_INDETERMINATE`: the
 * change is visible, or becomes visible with the next command, but may not survive a power loss.
 */
import { relative } from 'node:path'
import { fault, isFault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { readWhole } from '../files/whole.ts'
import { emptyJournal } from '../journal/line.ts'
import { openPen, type Pen } from '../journal/pen.ts'
import { type Lock, type LockOptions, withLock } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { anchor } from './anchor.ts'
import { conflict } from './conflict.ts'
import { applyChanges, type Changes, type Content, changesBetween, type FileChange, sha256 } from './content.ts'
import {
  type HistoryEnd,
  headOf,
  historyFormat,
  type PlacedVersion,
  readHistoryEnd,
  readVersion,
  versionCap,
} from './history.ts'
import { keepFile } from './kept-file.ts'
import { isSingleFile, type PlanPlace } from './place.ts'
import { publish, type Staged, stage, syncTargets, unstage } from './publish.ts'
import { settle, settledLine } from './settle.ts'
import { targetOf } from './target.ts'
import type { Head, Version } from './version.ts'
import { readVisibleFiles } from './visible-files.ts'

export interface CommitNote {
  readonly by: string
  readonly why?: string
}

export interface Committed {
  readonly content: Content
  /** The number of the version that holds this content. */
  readonly version: number
}

export function commit(
  machine: Machine,
  place: PlanPlace,
  base: Content,
  changes: Changes,
  note: CommitNote,
  lockOptions: LockOptions,
): Promise<Committed> {
  const change = (before: Content): Changes => {
    if (before.etag !== base.etag) throw conflict(base, before, place.plan)
    return changes
  }
  return commitChange(machine, place, change, note, lockOptions)
}

/** For who had read nothing: `change` is told what is there while nobody else can commit. It has to be quick. */
export async function commitChange(
  machine: Machine,
  planPlace: PlanPlace,
  change: (content: Content) => Changes,
  note: CommitNote,
  lockOptions: LockOptions,
): Promise<Committed> {
  return withLock(machine, planPlace, lockOptions, async (lock) => {
    try {
      const place = await anchor(machine, planPlace)
      const history = await settle(machine, place, await readHistoryEnd(machine, place))
      const before = await readVisibleFiles(machine, place)
      const after = applyChanges(before, change(before))
      if (after.etag === history.head?.etag && after.etag === before.etag) {
        return { content: before, version: history.head.number }
      }
      return await write(machine, place, lock, history, before, after, note)
    } catch (error) {
      if (isFault(error, 'E_LOCK_LOST')) throw fault('CONFLICT', error.message, { cause: error })
      throw diskFault(error, planPlace.base)
    }
  })
}

async function write(
  machine: Machine,
  place: PlanPlace,
  lock: Lock,
  history: HistoryEnd,
  before: Content,
  after: Content,
  note: CommitNote,
): Promise<Committed> {
  const changes = changesBetween(before, after)
  for (const { path } of changes) targetOf(place, path)
  const pen = await openPen(machine.files, place.history, history.end, versionCap)
  try {
    const version = await appendVersions(machine, place, pen, history, before, after, note)
    const staged: Staged[] = []
    try {
      for (const change of changes) {
        staged.push(await stage(machine, place, change, after.files.get(change.path), version.version.temporary))
      }
      // One file is replaced in one step. Of several, the rest has to be in the history before the first is replaced.
      const first = changes.length > 1 ? [pen.sync()] : []
      const files = staged.flatMap(({ file }) => file ?? [])
      await allOf([...first, ...files.map((file) => file.sync())])
      await allOf(files.map((file) => file.close()))
      await lock.verify()
      await refuseChanged(machine, place, before, changes)
    } catch (error) {
      await unstage(machine, staged)
      await pen.undo()
      throw error
    }
    await publishAll(machine, place, staged, pen, version, history.head)
    await pen.write([settledLine(version.version.version, true, headOf(version))]).catch(() => {})
    return { content: after, version: version.version.version }
  } finally {
    await pen.close()
  }
}

/**
 * Appends the new version, and before it what somebody changed without us since the last one. What is about to be
 * replaced is durable in the history first; what replaces it will be durable by itself, where it is visible.
 */
async function appendVersions(
  machine: Machine,
  place: PlanPlace,
  pen: Pen,
  history: HistoryEnd,
  before: Content,
  after: Content,
  note: CommitNote,
): Promise<PlacedVersion> {
  const at = new Date(machine.now().wallMs).toISOString()
  let { head, last } = history
  // The only file of a plan is kept anew with each version; of several, those that did not change are not.
  let parent = head && !isSingleFile(place) ? await readVersion(machine, place, head) : undefined
  if (history.end.seq === emptyJournal.seq) {
    const base = relative(place.root, place.base)
    await pen.write([{ type: 'history', format: historyFormat, plan: place.plan, base, at }])
  }
  const append = async (content: Content, { by, why }: CommitNote, changes: readonly FileChange[]) => {
    const version: Version = {
      type: 'version',
      version: ++last,
      parent: head?.number ?? null,
      at,
      by,
      ...(why === undefined ? {} : { why }),
      etag: content.etag,
      temporary: machine.nonce(),
      changes,
      files: [...content.files].map(([path, file]) => keepFile(path, file, parent)),
    }
    const { offset } = pen.end
    await pen.write([version])
    return { version, at: offset, length: pen.end.offset - offset }
  }
  if (before.etag !== '' && before.etag !== head?.etag && before.etag !== after.etag) {
    const found = await append(before, { by: 'outside steadplan' }, [])
    head = headOf(found)
    parent = found.version
    await pen.write([settledLine(last, true, head)])
  }
  await pen.sync()
  return append(after, note, changesBetween(before, after))
}

/** Closes the gap between comparing and renaming to the microseconds in between. */
async function refuseChanged(
  machine: Machine,
  place: PlanPlace,
  before: Content,
  changes: readonly FileChange[],
): Promise<void> {
  for (const { path, from } of changes) {
    const bytes = await readWhole(machine.files, targetOf(place, path), place.fileCap)
    if ((bytes ? sha256(bytes) : null) === from) continue
    throw conflict(before, await readVisibleFiles(machine, place), place.plan)
  }
}

async function publishAll(
  machine: Machine,
  place: PlanPlace,
  staged: readonly Staged[],
  pen: Pen,
  version: PlacedVersion,
  head: Head | null,
): Promise<void> {
  let published = 0
  try {
    for (const one of staged) {
      await publish(machine, place, one)
      published++
    }
    await syncTargets(machine, staged)
  } catch (error) {
    await unstage(machine, staged.slice(published))
    if (published > 0) {
      throw fault('E_INDETERMINATE', `the change may have been applied: ${place.plan}`, { cause: error })
    }
    await pen.write([settledLine(version.version.version, false, head)]).catch(() => {})
    throw error
  }
}

/** Waits for all of them, then fails with the first failure: nothing may still be under way when cleaning up. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason
}

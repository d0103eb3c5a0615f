import { dirname } from 'node:path'
import { type Fault, fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import type { Files, OpenFile } from '../files/port.ts'
import { hasCode, onlyRegular, writeWhole } from '../files/whole.ts'
import { type JournalEnd, sealLines } from './line.ts'

/**
 * Writes at the end of a journal. Only the holder of the plan's lock has one, and calls in this order:
 * `openPen`, then `write` and `sync`; or `undo` when something else failed in between; at last `close`.
 */
export interface Pen {
  /** Where the journal ends now. */
  readonly end: JournalEnd
  /**
   * Appends the entries as one batch; fails with nothing left behind, and with `E_LOCK_LOST` when somebody else, who must
   * not have been there, wrote in between. Not durable before `sync`.
   */
  write(entries: readonly object[]): Promise<void>
  /** Makes everything durable that stands in the journal. */
  sync(): Promise<void>
  /** Takes back all that was written through this pen. */
  undo(): Promise<void>
  close(): Promise<void>
}

/**
 * Goes on at `end`, which the caller read under the lock, and cuts off what a crash left behind it. If there is more, or
 * less, than the caller saw, somebody else writes who must not be there.
 */
export async function openPen(files: Files, path: string, end: JournalEnd, lineCap: number): Promise<Pen> {
  const { file, size, created } = await openOrCreate(files, path, end)
  if (size !== end.offset + end.torn) {
    await file.close()
    throw lockLost(path)
  }
  if (end.torn > 0) await file.truncate(end.offset)
  return pen(files, path, file, end, lineCap, created)
}

function lockLost(path: string): Fault {
  return fault('E_LOCK_LOST', 'another process wrote to the journal in between', { file: path })
}

function pen(files: Files, path: string, file: OpenFile, start: JournalEnd, lineCap: number, created: boolean): Pen {
  let end = start
  let ours = Buffer.alloc(0)
  return {
    get end() {
      return end
    },
    async write(entries) {
      const sealed = sealLines(entries, end)
      if (sealed.longest > lineCap) {
        throw fault('E_RECORD_TOO_LARGE', `${sealed.longest} bytes where at most ${lineCap} are kept`, { file: path })
      }
      ours = Buffer.concat([ours, sealed.bytes])
      try {
        await writeWhole(file, sealed.bytes)
      } catch (error) {
        await takeBack(file, start.offset, ours)
        throw diskFault(error, path)
      }
      const alone = (await file.stat()).size === sealed.end.offset
      if (!alone && !ours.equals(await file.read(start.offset, ours.length))) throw lockLost(path)
      end = sealed.end
    },
    async sync() {
      try {
        await file.sync()
        if (created) await files.syncDirectory(dirname(path))
      } catch (error) {
        // After a failed sync the system may have dropped the bytes and say yes the next time: it is not tried again.
        await takeBack(file, start.offset, ours)
        throw diskFault(error, path)
      }
      end = { ...end, unsure: end.seq + 1 }
    },
    undo: () => takeBack(file, start.offset, ours),
    // What was synced is safe and what was not is not acknowledged, whatever closing says.
    close: () => file.close().catch(() => {}),
  }
}

/**
 * Cuts off what we wrote, and nothing else: should the lock have been taken away by force, another process may have
 * written behind it. What cannot be cut off was never acknowledged; the next reader leaves it out.
 */
async function takeBack(file: OpenFile, offset: number, ours: Buffer): Promise<void> {
  try {
    const { size } = await file.stat()
    const there = await file.read(offset, Math.max(size - offset, 0))
    if (ours.subarray(0, there.length).equals(there)) await file.truncate(offset)
  } catch {}
}

async function openOrCreate(
  files: Files,
  path: string,
  end: JournalEnd,
): Promise<{ file: OpenFile; size: number; created: boolean }> {
  try {
    const { file, stat } = await onlyRegular(await files.open(path, 'append'), path)
    return { file, size: stat.size, created: false }
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || end.offset > 0) throw error
  }
  try {
    return { file: await files.open(path, 'create'), size: 0, created: true }
  } catch (error) {
    throw hasCode(error, 'EEXIST') ? lockLost(path) : error
  }
}

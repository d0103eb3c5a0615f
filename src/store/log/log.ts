/**
 * The log of one plan: what happened, in order, and the state that comes of it.
 *
 * `decide` is the only way to write. It takes the plan's lock, folds what others appended, asks a function what should
 * happen in that state, appends the answer and syncs it. Decisions that arrive while a write is under way wait and share
 * the next one: one lock, one write, one sync for all of them. A decision that is resolved is on the disk.
 *
 *     queue ──▶ lock ──▶ catch up ──▶ decide each ──▶ append ──▶ sync ──▶ resolve each
 *
 * A write that fails rejects all decisions in it and forgets the state, which is folded anew from the disk.
 */
import { dirname } from 'node:path'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { Instant } from '../../plan/lease.ts'
import { diskFault } from '../disk-fault.ts'
import { hasCode } from '../files/whole.ts'
import type { JournalEnd } from '../journal/line.ts'
import { openPen } from '../journal/pen.ts'
import { type Lock, withLock } from '../lock/lock.ts'
import { withoutHardLinks } from '../lock/put-if-absent.ts'
import type { Machine } from '../machine/port.ts'
import type { Fold, NewRecord } from './fold.ts'
import { catchUp, type Loaded, loadLog, logFormat } from './load.ts'
import { closedSegmentPath, type LogPlace } from './place.ts'
import { writeSnapshot } from './snapshot.ts'

export interface Decision<Rec, Answer> {
  readonly records: readonly Rec[]
  readonly answer: Answer
}

/** Throws a `Fault` to refuse; nothing is written then. `nextSeq` is the number its first record will have. */
export type Decide<State, Rec, Answer> = (state: State, now: Instant, nextSeq: number) => Decision<Rec, Answer>

export interface LogOptions {
  readonly lockWaitMs: number
  readonly command: string
  /** A snapshot is written when more than this, and more than so many times the last snapshot, was appended since. */
  readonly snapshotBytes?: number
  readonly snapshotShare?: number
  /** A segment is closed when it is larger than this. */
  readonly segmentBytes?: number
}

export const recordCap = 64 * 1024
const mostPerWrite = 1000

export class Log<State, Rec extends NewRecord> {
  readonly #machine: Machine
  readonly #place: LogPlace
  readonly #fold: Fold<State, Rec>
  readonly #options: LogOptions
  #loaded: Loaded<State> | undefined
  #queue: Request<State, Rec>[] = []
  #flushing = false
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(
    machine: Machine,
    place: LogPlace,
    fold: Fold<State, Rec>,
    options: LogOptions,
    loaded: Loaded<State>,
  ) {
    this.#machine = machine
    this.#place = place
    this.#fold = fold
    this.#options = options
    this.#loaded = loaded
  }

  /** Reads the log; there need not be one yet. Throws when it is damaged in the middle or newer than this program. */
  static async open<State, Rec extends NewRecord>(
    machine: Machine,
    place: LogPlace,
    fold: Fold<State, Rec>,
    options: LogOptions,
  ): Promise<Log<State, Rec>> {
    const loaded = await loadLog(machine, place, fold).catch((error) => {
      throw diskFault(error, place.active)
    })
    return new Log(machine, place, fold, options, loaded)
  }

  /** The state now. Look, do not keep: it is changed in place as records come in. */
  read(): Promise<ReadLog<State>> {
    return this.#exclusively(async () => {
      const { state, end, diagnostics } = await this.#current()
      return { state, seq: end.seq, end, diagnostics }
    }).catch((error) => {
      throw diskFault(error, this.#place.active)
    })
  }

  decide<Answer>(decide: Decide<State, Rec, Answer>): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#queue.push({ decide, resolve: resolve as (answer: unknown) => void, reject })
    })
    if (!this.#flushing) void this.#flush()
    return answer
  }

  /** Does not fail: every request gets its own answer. */
  async #flush(): Promise<void> {
    this.#flushing = true
    while (this.#queue.length > 0) {
      // Decisions made in the same breath go into the same write.
      await Promise.resolve()
      const requests = this.#queue.splice(0, mostPerWrite)
      const { lockWaitMs: waitMs, command } = this.#options
      try {
        const outcomes = await this.#exclusively(() =>
          withLock(this.#machine, this.#place, { waitMs, command }, (lock) => this.#write(requests, lock)),
        )
        for (const settle of outcomes) settle()
      } catch (error) {
        this.#loaded = undefined
        for (const request of requests) request.reject(diskFault(error, this.#place.active))
      }
    }
    this.#flushing = false
  }

  async #write(requests: readonly Request<State, Rec>[], lock: Lock): Promise<(() => void)[]> {
    let loaded = await this.#current()
    const now = this.#machine.now()
    const at = new Date(now.wallMs).toISOString()
    const header = loaded.end.offset === 0 ? [this.#header(loaded)] : []
    const entries: object[] = [...header]
    const outcomes = requests.map(({ decide, resolve, reject }) => {
      const nextSeq = loaded.end.seq + 1 + entries.length
      try {
        const { records, answer } = decide(loaded.state, now, nextSeq)
        const stamped = records.map((record) => ({ ...record, at }))
        for (const record of stamped) refuseTooLarge(record, this.#place.active)
        for (const [index, record] of stamped.entries()) {
          this.#fold.apply(loaded.state, { ...record, seq: nextSeq + index })
        }
        entries.push(...stamped)
        return () => resolve(answer)
      } catch (error) {
        return () => reject(error)
      }
    })
    if (entries.length > header.length) {
      loaded = await this.#append(loaded, entries, lock)
      // The records are on the disk. Whatever goes wrong from here on is mended by folding anew.
      this.#loaded = await this.#keepSmall(loaded).catch(() => undefined)
    }
    return outcomes
  }

  async #append(loaded: Loaded<State>, entries: readonly object[], lock: Lock): Promise<Loaded<State>> {
    const pen = await openPen(this.#machine.files, this.#place.active, loaded.end, recordCap)
    try {
      await lock.verify()
      // What another process wrote last may be acknowledged or cut off. Made durable before anything follows it, damage to
      // it can never be taken for a write that was cut off. It costs next to nothing where it is durable already.
      if (loaded.end.unsure <= loaded.end.seq) await pen.sync()
      await pen.write(entries)
      await pen.sync()
    } finally {
      await pen.close()
    }
    const inode = loaded.inode ?? (await this.#machine.files.stat(this.#place.active)).inode
    return { ...loaded, end: pen.end, inode }
  }

  #header(loaded: Loaded<State>): object {
    return { type: 'log', format: logFormat, plan: this.#place.plan, continues: loaded.end.seq }
  }

  /** Writes a snapshot when enough was appended since the last, and closes the segment when it has grown large. */
  async #keepSmall(loaded: Loaded<State>): Promise<Loaded<State>> {
    const { snapshotBytes = 256 * 1024, snapshotShare = 1, segmentBytes = 4 * 1024 * 1024 } = this.#options
    const least = Math.max(snapshotBytes, loaded.snapshot.bytes * snapshotShare)
    if (loaded.end.offset - loaded.snapshot.offset < least) return loaded
    const current = loaded.end.offset < segmentBytes ? loaded : await this.#closeSegment(loaded)
    const state = this.#fold.save(current.state)
    const bytes = await writeSnapshot(this.#machine, this.#place, current.end, state, this.#fold.name)
    return { ...current, snapshot: { offset: current.end.offset, bytes } }
  }

  /**
   * Gives the active segment a second, final name, then puts a new one in its place. Nothing is ever removed: the record
   * of what happened is kept. Cut off in between, one file has two names, and reading takes it once. A file system
   * without hard links keeps one segment for ever.
   */
  async #closeSegment(loaded: Loaded<State>): Promise<Loaded<State>> {
    const { files } = this.#machine
    const { active, directory } = this.#place
    const closed = closedSegmentPath(this.#place, loaded.end.seq)
    try {
      await files.link(active, closed)
    } catch (error) {
      if (hasCode(error, ...withoutHardLinks)) return loaded
      if (!hasCode(error, 'EEXIST')) throw error
      // Somebody else's file under that name: the records would be left without any name.
      if ((await files.stat(closed)).inode !== loaded.inode) return loaded
    }
    await files.syncDirectory(directory)
    const fresh = `${active}.${this.#machine.nonce()}.tmp`
    const pen = await openPen(files, fresh, { ...loaded.end, offset: 0 }, recordCap)
    try {
      await pen.write([this.#header(loaded)])
      await pen.sync()
    } finally {
      await pen.close()
    }
    await files.rename(fresh, active)
    await files.syncDirectory(dirname(active))
    return { ...loaded, end: pen.end, inode: (await files.stat(active)).inode }
  }

  async #current(): Promise<Loaded<State>> {
    const known = this.#loaded
    this.#loaded = undefined
    this.#loaded =
      (known && (await catchUp(this.#machine, this.#place, this.#fold, known))) ??
      (await loadLog(this.#machine, this.#place, this.#fold))
    return this.#loaded
  }

  /** One at a time, in order: two that fold the same bytes into one state would count them twice. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work)
    this.#turn = turn
    return turn
  }
}

export interface ReadLog<State> {
  readonly state: State
  readonly seq: number
  readonly end: JournalEnd
  readonly diagnostics: readonly Diagnostic[]
}

interface Request<State, Rec> {
  readonly decide: Decide<State, Rec, unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The envelope of a line: batch, sequence number, sums. */
const envelope = 256

function refuseTooLarge(record: object, file: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(record)) + envelope
  if (bytes > recordCap) throw fault('E_RECORD_TOO_LARGE', `a record of ${bytes} bytes`, { file })
}

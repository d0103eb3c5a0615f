import { homedir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { type Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { checkId } from '../paths/ids.ts'
import { resolveInside } from '../paths/inside.ts'

/** A thread and the directory that its plan is written in. The names are those of the file and of `agentctl`. */
export interface Thread {
  readonly thread_id: string
  readonly plan_dir: string
}

/** A thread of which it is known where its directory really stands. */
export interface PlacedThread extends Thread {
  readonly directory: string
}

/** Which directories are allocated to a session. `current` and `additional` are the format's, the rest is ours. */
export interface SessionRecord {
  readonly current: PlacedThread
  readonly additional: readonly PlacedThread[]
  /** The real path of the project that the session was started in. */
  readonly project?: string
  /** The current thread was cleared, and no plan was submitted for it since. */
  readonly cleared?: boolean
  /** Threads that were removed since the last commit. */
  readonly removed: readonly PlacedThread[]
  /** The number of the last commit of which every plan was told. */
  readonly submitted?: number
  /** Fields that somebody else has put there. */
  readonly others?: Readonly<Record<string, unknown>>
}

/** Undefined when there is none yet. A damaged one is `E_SESSION_RECORD`, and nobody writes over it. */
export async function readSessionRecord(
  machine: Machine,
  place: { readonly record: string; readonly plans: string },
): Promise<SessionRecord | undefined> {
  const { record: path, plans } = place
  try {
    const bytes = await readWhole(machine.files, path, recordCap)
    return bytes && (await parseRecord(machine, plans, Buffer.from(bytes).toString()))
  } catch (error) {
    if (!isFault(error)) throw diskFault(error, path)
    const why = error.diagnostics[0]!.message
    throw fault('E_SESSION_RECORD', `the record of the session cannot be used: ${why}`, { file: path, cause: error })
  }
}

const recordCap = 8 * 1024 * 1024

function damage(why: string): Fault {
  return fault('E_SESSION_RECORD', why)
}

async function parseRecord(machine: Machine, plans: string, text: string): Promise<SessionRecord> {
  const { current, additional, project, cleared, removed = [], submitted, ...others } = fieldsOf(text)
  if (!Array.isArray(additional)) throw damage('`additional` is not a list')
  if (!Array.isArray(removed)) throw damage('`removed` is not a list')
  if (project !== undefined && typeof project !== 'string') throw damage('`project` is not a text')
  if (submitted !== undefined && !Number.isSafeInteger(submitted)) throw damage('`submitted` is not a number')
  const record = {
    current: await placed(machine, plans, current),
    additional: await placedAll(machine, plans, additional),
    ...(project !== undefined && { project }),
    ...(cleared === true && { cleared }),
    removed: await placedAll(machine, plans, removed),
    ...(submitted !== undefined && { submitted: submitted as number }),
    others,
  }
  refuseTwice(record)
  return record
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>
  } catch {}
  throw damage('it is not a JSON object')
}

async function placedAll(machine: Machine, plans: string, values: readonly unknown[]): Promise<PlacedThread[]> {
  const threads: PlacedThread[] = []
  for (const value of values) threads.push(await placed(machine, plans, value))
  return threads
}

/** What the file says is data like any other: an id is checked, and a directory has to be one of those for plans. */
async function placed(machine: Machine, plans: string, value: unknown): Promise<PlacedThread> {
  const { thread_id, plan_dir } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (typeof thread_id !== 'string' || typeof plan_dir !== 'string') throw damage('a thread has no id or directory')
  const bad = checkId(thread_id)
  if (bad) throw damage(bad.message)
  const path = plan_dir.startsWith('~/') ? join(homedir(), plan_dir.slice(2)) : plan_dir
  if (!isAbsolute(path)) throw damage(`the directory of a thread is not an absolute path: ${plan_dir}`)
  const directory = await resolveInside(machine, plans, path)
  const realPlans = await machine.files.realpath(plans)
  const way = relative(realPlans, directory)
  // Not `plans` itself, and none of the hidden ones: those are ours.
  if (way === '' || way.startsWith('.')) throw damage(`no plan can stand in the directory of a thread: ${plan_dir}`)
  // Nor what a link leads to: it would be the plan of another thread.
  if (way !== relative(plans, path) && way !== relative(realPlans, path)) {
    throw damage(`the directory of a thread is behind a symbolic link: ${plan_dir}`)
  }
  return { thread_id, plan_dir: path, directory }
}

function refuseTwice({ current, additional, removed }: SessionRecord): void {
  const all = [current, ...additional, ...removed]
  for (const key of ['thread_id', 'directory'] as const) {
    if (new Set(all.map((one) => one[key])).size < all.length) throw damage(`two threads have the same ${key}`)
  }
}

export function recordText({
  current,
  additional,
  project,
  cleared,
  removed,
  submitted,
  others,
}: SessionRecord): string {
  const value = {
    current: plainThread(current),
    additional: additional.map(plainThread),
    project,
    cleared,
    removed: removed.length === 0 ? undefined : removed.map(plainThread),
    submitted,
    ...others,
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

/** As programs are given it. */
export function plainThread({ thread_id, plan_dir }: Thread): Thread {
  return { thread_id, plan_dir }
}

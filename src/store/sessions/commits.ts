import { join } from 'node:path'
import type { CommitPayload } from '../../dialects/agentflow/payload.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { StepHash } from '../../plan/records.ts'
import { diskFault } from '../disk-fault.ts'
import { removeLeftovers } from '../files/leftovers.ts'
import { temporaryPath } from '../files/temporary.ts'
import { createWhole, hasCode, readWhole, unlinkIfThere } from '../files/whole.ts'
import { putIfAbsent } from '../lock/put-if-absent.ts'
import type { Machine } from '../machine/port.ts'
import { makeDirectory } from '../workspace/open.ts'

/** What a session submitted at once: the payload of the format, and what we keep beside it. */
export interface SessionCommit extends CommitPayload {
  readonly at: string
  readonly by: string
  /** What each thread said, to the byte, so that the next commit can tell what was changed. */
  readonly signed: readonly SignedThread[]
  /** Threads that were submitted before and are not any more. */
  readonly removed: readonly string[]
  /** Threads that have no plan because theirs was cleared. */
  readonly cleared: readonly string[]
}

export interface SignedThread {
  readonly thread_id: string
  /** The version of its history. */
  readonly version: number
  readonly hash: string
  readonly steps: readonly StepHash[]
}

export interface NumberedCommit {
  readonly number: number
  readonly commit: SessionCommit
}

/** The last commit of a session, or undefined before the first. */
export async function lastCommit(machine: Machine, folder: string): Promise<NumberedCommit | undefined> {
  const number = await lastNumber(machine, folder)
  if (number === 0) return undefined
  const path = commitPath(folder, number)
  try {
    const bytes = await readWhole(machine.files, path, commitCap)
    const commit = bytes && parse(Buffer.from(bytes).toString())
    if (commit) return { number, commit }
  } catch (error) {
    throw diskFault(error, path)
  }
  throw fault('E_SESSION_RECORD', 'the last commit of the session is not as it was written', { file: path })
}

const commitCap = 512 * 1024 * 1024

async function lastNumber({ files }: Machine, folder: string): Promise<number> {
  try {
    const numbers = (await files.list(folder)).map(({ name }) =>
      Number(/^commit-(\d{6,9})\.json$/.exec(name)?.[1] ?? 0),
    )
    return numbers.reduce((most, number) => Math.max(most, number), 0)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0
    throw diskFault(error, folder)
  }
}

function commitPath(folder: string, number: number): string {
  return join(folder, `commit-${String(number).padStart(6, '0')}.json`)
}

function parse(text: string): SessionCommit | undefined {
  try {
    const commit = JSON.parse(text) as SessionCommit
    const { version, plans, signed, removed, cleared } = commit
    return version === 1 && [plans, signed, removed, cleared].every(Array.isArray) && signed.every(isSigned)
      ? commit
      : undefined
  } catch {
    return undefined
  }
}

function isSigned({ thread_id, version, hash, steps }: SignedThread): boolean {
  return (
    typeof thread_id === 'string' &&
    typeof version === 'number' &&
    typeof hash === 'string' &&
    Array.isArray(steps) &&
    steps.every((step) => Array.isArray(step) && step.length === 2)
  )
}

/** Keeps a commit under the next number, for ever: a number that somebody else has taken is left to them. */
export async function keepCommit(
  machine: Machine,
  folder: string,
  after: number,
  commit: SessionCommit,
): Promise<number> {
  const { files } = machine
  const bytes = Buffer.from(`${JSON.stringify(commit, null, 2)}\n`)
  const temporary = temporaryPath(commitPath(folder, after + 1), machine.nonce())
  try {
    await makeDirectory(files, folder)
    await removeLeftovers(files, folder)
    const file = await createWhole(files, temporary, bytes)
    try {
      await file.sync()
      await file.close()
      let number = after + 1
      while (!(await putIfAbsent(files, temporary, commitPath(folder, number), bytes))) number++
      await files.syncDirectory(folder)
      return number
    } finally {
      await unlinkIfThere(files, temporary)
    }
  } catch (error) {
    throw diskFault(error, folder)
  }
}

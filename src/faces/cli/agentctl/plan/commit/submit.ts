import { commitPayload } from '../../../../../dialects/agentflow/payload.ts'
import { type Diagnostic, hasErrors } from '../../../../../plan/diagnostics/diagnostic.ts'
import { isOpen, type PlanStatus } from '../../../../../plan/lifecycle.ts'
import { cancel, propose } from '../../../../../review/decide.ts'
import type { ReviewedPlan } from '../../../../../review/reviewed-plan.ts'
import { commit } from '../../../../../store/content/commit.ts'
import { readPlanState } from '../../../../../store/plan-log.ts'
import { openPlaceOf, placeOf } from '../../../../../store/plans/found-plan.ts'
import { openPlan } from '../../../../../store/plans/open-plan.ts'
import { allocated } from '../../../../../store/sessions/allocate.ts'
import { changeSession } from '../../../../../store/sessions/change-session.ts'
import {
  keepCommit,
  lastCommit,
  type NumberedCommit,
  type SessionCommit,
} from '../../../../../store/sessions/commits.ts'
import { removePlanFiles } from '../../../../../store/sessions/empty-plan.ts'
import { finishRemoval } from '../../../../../store/sessions/remove-thread.ts'
import type { PlacedThread, SessionRecord } from '../../../../../store/sessions/session-record.ts'
import { realHome, threadPlan } from '../../../../../store/sessions/thread-plan.ts'
import type { Workspace } from '../../../../../store/workspace.ts'
import type { Session } from '../../session.ts'
import { type ReadThread, readThread } from './read-thread.ts'

export interface SubmittedThread extends ReadThread {
  readonly reviewed: ReviewedPlan
  readonly version: number
  readonly status: PlanStatus
}

export type Submission =
  | {
      readonly isCommitted: false
      readonly threads: readonly ReadThread[]
      readonly diagnostics: readonly Diagnostic[]
    }
  | {
      readonly isCommitted: true
      readonly number: number
      /** The commit before it said the same, so none was made. */
      readonly isUnchanged: boolean
      readonly threads: readonly SubmittedThread[]
      readonly removed: readonly string[]
      readonly cleared: readonly string[]
      readonly diagnostics: readonly Diagnostic[]
    }

/**
 * Submits all plans of a session, or none.
 *
 *     check all ─▶ keep versions ─▶ keep the commit ─▶ tell each plan's log ─▶ record
 *
 * Cut off anywhere, the next commit goes on from there: versions and commits that are there already are not made again,
 * and the record says of which commit the logs were told.
 */
export async function submitSession(session: Session): Promise<Submission> {
  const { machine, place, project, lock, fileCap, caller } = session
  return changeSession(machine, place, lock, async (held) => {
    const record = await allocated(machine, place, project, held)
    for (const thread of record.removed) await finishRemoval(machine, place, thread, { by: caller.by, fileCap, lock })
    const home = await realHome(machine, place.home)
    const last = await lastCommit(machine, place.commits)
    const threads = await readThreads(session, home, record, last)
    const diagnostics = threads.flatMap((one) => one.diagnostics)
    if (hasErrors(diagnostics)) return { isCommitted: false, threads, diagnostics }

    const written = threads.filter((one) => !one.isEmpty)
    await finishClearing(session, threads)
    const kept = await keepVersions(session, written)
    const removed = await submittedOf(session, home, record.removed, last)
    const next = sessionCommit(session, kept, removed, record.current.thread_id)
    const isUnchanged = last !== undefined && saysTheSame(next, last.commit)
    const number = isUnchanged ? last.number : await keepCommit(machine, place.commits, last?.number ?? 0, next)
    const told = await tellLogs(session, kept, record.submitted === last?.number)
    for (const thread of record.removed) await cancelRemoved(session, home, thread)
    const { cleared: _, ...rest } = record
    const isCleared = next.cleared.length > 0
    await held.save({ ...rest, ...(isCleared && { cleared: true }), removed: [], submitted: number })
    return {
      isCommitted: true,
      number,
      isUnchanged,
      threads: told,
      removed: next.removed,
      cleared: next.cleared,
      diagnostics,
    }
  })
}

async function readThreads(
  session: Session,
  home: Workspace,
  { current, additional, cleared = false }: SessionRecord,
  last: NumberedCommit | undefined,
): Promise<ReadThread[]> {
  const threads: ReadThread[] = []
  for (const thread of [current, ...additional]) {
    const isCurrent = thread === current
    threads.push(await readThread(session, home, thread, { isCurrent, isCleared: isCurrent && cleared }, last?.commit))
  }
  return threads
}

/** Of a plan that somebody was cut off at clearing, files may still be there that no reader sees any more. */
async function finishClearing({ machine, caller, lock }: Session, threads: readonly ReadThread[]): Promise<void> {
  for (const { isEmpty, opened } of threads) {
    if (isEmpty) await removePlanFiles(machine, opened.found, { by: caller.by, why: 'the plan was cleared' }, lock)
  }
}

const why = 'agentctl plan commit'

type KeptThread = ReadThread & { readonly reviewed: ReviewedPlan; readonly version: number }

/** What was checked, as a version of each history. Whoever changes a file in between is a `CONFLICT`. */
async function keepVersions({ machine, caller, lock }: Session, threads: readonly ReadThread[]): Promise<KeptThread[]> {
  const kept: KeptThread[] = []
  for (const one of threads) {
    const { found, content } = one.opened
    const note = { by: caller.by, why }
    const { version } = await commit(machine, await openPlaceOf(machine, found), content, new Map(), note, lock)
    kept.push({ ...one, reviewed: one.reviewed!, version })
  }
  return kept
}

/** Those of the removed threads that anybody has heard of. */
async function submittedOf(
  { machine, fileCap }: Session,
  home: Workspace,
  removed: readonly PlacedThread[],
  last: NumberedCommit | undefined,
): Promise<string[]> {
  const ids: string[] = []
  for (const thread of removed) {
    const { status } = await readPlanState(machine, placeOf(threadPlan(home, thread, fileCap)))
    const isKnown = last?.commit.signed.some((one) => one.thread_id === thread.thread_id) === true
    if (isKnown || last?.commit.removed.includes(thread.thread_id) || status !== 'draft') ids.push(thread.thread_id)
  }
  return ids
}

function sessionCommit(
  { machine, caller }: Session,
  threads: readonly KeptThread[],
  removed: readonly string[],
  currentId: string,
): SessionCommit {
  const payload = commitPayload(
    threads.map(({ thread: { thread_id, plan_dir }, opened }) => ({
      thread_id,
      plan_dir,
      plan: opened.reading.plan,
      fileOf: (step) => step.place?.file ?? '',
    })),
  )
  return {
    ...payload,
    at: new Date(machine.now().wallMs).toISOString(),
    by: caller.by,
    signed: threads.map(({ thread: { thread_id }, version, reviewed }) => ({
      thread_id,
      version,
      hash: reviewed.digest.hash,
      steps: [...reviewed.digest.steps],
    })),
    removed,
    cleared: threads.some(({ thread }) => thread.thread_id === currentId) ? [] : [currentId],
  }
}

/** By the hashes: two plans can have the same payload and differ in what it leaves out. */
function saysTheSame(next: SessionCommit, last: SessionCommit): boolean {
  const said = ({ plans, signed, cleared }: SessionCommit) =>
    JSON.stringify([plans, signed.map(({ thread_id, hash }) => [thread_id, hash]), cleared])
  return said(next) === said(last) && next.removed.every((id) => last.removed.includes(id))
}

/** Tells the log of each plan that it was submitted; again of those that did not change only if that was cut off. */
async function tellLogs(
  session: Session,
  threads: readonly KeptThread[],
  isLastTold: boolean,
): Promise<SubmittedThread[]> {
  const told: SubmittedThread[] = []
  for (const one of threads) {
    const isTold = isLastTold && one.change === 'unchanged'
    const status = isTold ? one.reviewed.state.status : (await propose(session, one.opened, why)).status
    told.push({ ...one, status })
  }
  return told
}

async function cancelRemoved(session: Session, home: Workspace, thread: PlacedThread): Promise<void> {
  const { machine, fileCap, options } = session
  const found = threadPlan(home, thread, fileCap)
  const { status } = await readPlanState(machine, placeOf(found))
  if (status === 'draft' || !isOpen(status)) return
  await cancel(session, await openPlan(machine, found, options), 'its thread was removed')
}

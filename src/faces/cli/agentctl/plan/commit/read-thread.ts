import { type Diagnostic, diagnostic } from '../../../../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../../../plan/diagnostics/fault.ts'
import type { PlanState } from '../../../../../plan/state.ts'
import { type ReviewedPlan, reviewedPlan } from '../../../../../review/reviewed-plan.ts'
import { type OpenedPlan, openPlan } from '../../../../../store/plans/open-plan.ts'
import type { SessionCommit } from '../../../../../store/sessions/commits.ts'
import type { PlacedThread } from '../../../../../store/sessions/session-record.ts'
import { threadPlan } from '../../../../../store/sessions/thread-plan.ts'
import type { Workspace } from '../../../../../store/workspace.ts'
import type { Session } from '../../session.ts'
import { amendmentFaults, type StepHashes } from './amendment.ts'

/** A thread as its files say it, before anything of it is submitted. */
export interface ReadThread {
  readonly thread: PlacedThread
  readonly opened: OpenedPlan
  /** Undefined when its log cannot be read, which is then one of the diagnostics. */
  readonly reviewed: ReviewedPlan | undefined
  /** Nothing stands in its directory. */
  readonly isEmpty: boolean
  /** `first`: it was never submitted before. */
  readonly change: 'first' | 'amendment' | 'unchanged'
  readonly diagnostics: readonly Diagnostic[]
}

export interface ThreadKind {
  readonly isCurrent: boolean
  readonly isCleared: boolean
}

/** Reads and checks one thread, and compares it with what was submitted last. Faults are named, not thrown. */
export async function readThread(
  { machine, userDirs, fileCap, options }: Session,
  home: Workspace,
  thread: PlacedThread,
  kind: ThreadKind,
  last: SessionCommit | undefined,
): Promise<ReadThread> {
  const opened = await openPlan(machine, threadPlan(home, thread, fileCap), options)
  const isEmpty = opened.content.files.size === 0 && opened.diagnostics.every(saysNothingIsThere)
  const faults = isEmpty ? emptyFaults(thread, opened, kind) : opened.diagnostics
  const read = { thread, opened, isEmpty }
  try {
    const reviewed = await reviewedPlan(machine, userDirs, opened)
    const before = submittedBefore(thread, reviewed.state, last)
    const amended = isEmpty ? [] : amendmentOf(reviewed, before, kind)
    const change = changeOf(thread, reviewed, before, last)
    return { ...read, reviewed, change, diagnostics: [...faults, ...amended] }
  } catch (error) {
    if (!isFault(error)) throw error
    return { ...read, reviewed: undefined, change: 'amendment', diagnostics: [...error.diagnostics, ...faults] }
  }
}

const missing = 'E_PLAN_FILE_MISSING'

/** Of an empty directory nothing else is an error. */
function saysNothingIsThere({ code, severity }: Diagnostic): boolean {
  return code === missing || severity !== 'error'
}

/** An empty directory is either meant, and was cleared, or forgotten. */
function emptyFaults({ thread_id }: PlacedThread, { found }: OpenedPlan, kind: ThreadKind): Diagnostic[] {
  if (kind.isCleared) return []
  const hint = kind.isCurrent
    ? 'Write it, or say that this thread has no plan: `agentctl plan clear-current`.'
    : `Write it, or give the thread up: \`agentctl plan remove-thread --thread-id ${thread_id}\`.`
  return [diagnostic(missing, 'There is no plan.md.', { file: `${found.prefix}plan.md`, hint })]
}

/** A plan can be approved without ever having been submitted here; then what was approved is what came before. */
function submittedBefore(
  { thread_id }: PlacedThread,
  { approval }: PlanState,
  last: SessionCommit | undefined,
): StepHashes | undefined {
  const signed = last?.signed.find((one) => one.thread_id === thread_id)
  if (signed) return new Map(signed.steps)
  return last?.cleared.includes(thread_id) ? new Map() : approval?.steps
}

function amendmentOf(
  { reading, found, digest, state }: ReviewedPlan,
  before: StepHashes | undefined,
  { isCleared }: ThreadKind,
): Diagnostic[] {
  if (before === undefined) return []
  return amendmentFaults({ plan: reading.plan, prefix: found.prefix, before, after: digest.steps, state, isCleared })
}

function changeOf(
  { thread_id }: PlacedThread,
  { digest }: ReviewedPlan,
  before: StepHashes | undefined,
  last: SessionCommit | undefined,
): ReadThread['change'] {
  if (before === undefined) return 'first'
  return last?.signed.some((one) => one.thread_id === thread_id && one.hash === digest.hash) ? 'unchanged' : 'amendment'
}

import { join } from 'node:path'
import { fault } from '../plan/diagnostics/fault.ts'
import { isHeld } from '../plan/in-flight.ts'
import { runLease, stepLease } from '../plan/lease-names.ts'
import type { PlanRecord } from '../plan/records.ts'
import type { Logged, PlanState } from '../plan/state.ts'
import type { StepId } from '../plan/types.ts'
import { witnessOf } from '../store/leases.ts'
import type { Machine } from '../store/machine/port.ts'
import { isNotOurs, statusOfEveryFile } from './changed-files.ts'
import { git } from './git.ts'
import { gitPrefix } from './git-prefix.ts'
import { readGitStatus } from './git-status.ts'
import { orphans } from './recovery.ts'
import { storiesOf } from './step-story.ts'

/** A step that was in flight when its executor died. */
export interface LeftStep {
  readonly step: StepId
  readonly by: string
  /** When it was begun. */
  readonly since: string
}

/**
 * The steps about which somebody has to decide before the plan goes on: those the log calls interrupted, and those that
 * a dead executor left in flight. Throws `E_CLAIMED` with the name of who carries out the plan, when somebody does.
 */
export function leftBehind(
  machine: Machine,
  state: PlanState,
  records: readonly Logged<PlanRecord>[] = [],
): LeftStep[] {
  const witness = witnessOf(machine)
  if (isHeld(state, runLease, witness)) {
    const { holder } = state.leases.get(runLease)!
    throw fault('E_CLAIMED', `the plan is carried out by ${holder}`, {
      actual: holder,
      hint: 'Wait until that run has ended, or end it there.',
    })
  }
  const left = new Set(orphans(state, (step) => isHeld(state, stepLease(step), witness)))
  // The state knows the last move of a step, which is that it was interrupted; the log knows when it was begun.
  const stories = storiesOf(records)
  return [...state.steps].flatMap(([step, { status, by, at }]) =>
    status === 'interrupted' || left.has(step) ? [{ step, by, since: stories.get(step)?.begunAt ?? at }] : [],
  )
}

/**
 * Files that differ from the commit and were written since a moment, or are gone; undefined when there is no repository
 * to ask. Which step wrote them nobody knows. What begins with `own` belongs to the plan itself and is left out.
 * `asked` is what git was asked before.
 */
export async function filesChangedSince(
  machine: Machine,
  cwd: string,
  since: string,
  own?: string,
  asked: Promise<readonly string[] | undefined> = changedFiles(machine, cwd),
): Promise<string[] | undefined> {
  const changed = await asked
  return changed && writtenSince(machine, cwd, changed.filter(isNotOurs(own)), since)
}

/** Files that differ from the commit. Git is one program, and is not started outside of a repository. */
export async function changedFiles(machine: Machine, cwd: string): Promise<string[] | undefined> {
  const prefix = await gitPrefix(machine.files, cwd)
  const status = prefix === undefined ? undefined : await git(cwd, statusOfEveryFile)
  return status === undefined ? undefined : readGitStatus(status, prefix).paths
}

async function writtenSince(machine: Machine, cwd: string, paths: readonly string[], since: string): Promise<string[]> {
  const sinceMs = Date.parse(since)
  const changed: string[] = []
  for (const path of paths.slice(0, mostFiles)) {
    const stat = await machine.files.stat(join(cwd, path)).catch(() => undefined)
    // File systems round the time of a change down, some to whole seconds.
    if (stat === undefined || !(stat.modifiedMs < sinceMs - 1000)) changed.push(path)
  }
  return changed
}

const mostFiles = 5000

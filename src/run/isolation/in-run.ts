import type { Step } from '../../plan/types.ts'
import type { StepTask } from '../around.ts'
import type { StepEnd } from '../engine.ts'
import { commitStep } from '../worktree/commit-step.ts'
import { headOf, inFlight, markInFlight } from './in-flight.ts'
import { setAside } from './set-aside.ts'
import type { Site } from './site.ts'
import { failedBy, withCommit, withPlace } from './with-commit.ts'

/**
 * Works on a step in the worktree of the run itself, where steps come one after the other. Each begins where the last one
 * that was proven ended.
 */
export async function workInRun(
  site: Site,
  step: Step,
  task: StepTask,
  work: (cwd: string) => Promise<StepEnd>,
): Promise<StepEnd> {
  const { run, proven } = site
  if (task === 'work') await setAside(site)
  // What is kept was begun by a run that is dead, and belongs to the step from where that one stood.
  const before = (task === 'keep' ? await inFlight(run) : undefined) ?? (await markInFlight(run))
  let end = await work(run.root)
  if (end.status === 'complete') {
    try {
      const made = await commitStep(run, step, agentOf(end))
      const head = await headOf(run)
      // The mark stays until the next step begins: before the log has the end of this one, it is not proven.
      proven.add(head)
      return withCommit(end, step, made ?? (head === before ? undefined : head))
    } catch (error) {
      end = failedBy(end, error)
    }
  }
  // What was interrupted stays where it is, to be kept or not. So does what was kept and did not pass, until it is redone.
  if (end.status === 'interrupted' || task === 'keep') return end
  const branch = await setAside(site)
  return withPlace(end, branch === undefined ? undefined : `what it did is on the branch ${branch}`)
}

/** By which agent it was done, as far as it is told. */
export function agentOf({ records = [] }: StepEnd): { readonly agent?: string } {
  for (const record of records) if (record.type === 'step.result') return { agent: record.agent }
  return {}
}

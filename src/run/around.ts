import type { Step } from '../plan/types.ts'
import type { FileWatch } from './changed-files.ts'
import type { StepEnd } from './engine.ts'
import type { WorkOptions } from './work.ts'

/** What is done about a step: it is worked on, or what a dead executor left of it is kept and verified. */
export type StepTask = 'work' | 'keep'

/** Gives a step the directory in which it is worked on, and takes up what came of it. */
export type Around = (step: Step, task: StepTask, work: (cwd: string) => Promise<StepEnd>) => Promise<StepEnd>

interface WithAround extends WorkOptions {
  readonly around?: Around
  readonly watchIn: (directory: string) => FileWatch
}

/** Works in the directory of the run, or in the one that the step is given. */
export function inItsPlace(
  options: WithAround,
  step: Step,
  task: StepTask,
  work: (options: WorkOptions) => Promise<StepEnd>,
): Promise<StepEnd> {
  const { around, watchIn } = options
  if (around === undefined) return work(options)
  return around(step, task, (cwd) => work({ ...options, cwd, watch: watchIn(cwd) }))
}

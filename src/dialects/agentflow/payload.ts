import type { Plan, Step } from '../../plan/types.ts'

export interface CommittedThread {
  readonly thread_id: string
  readonly plan_dir: string
  readonly plan: Plan
  /** The file of a step, with or without directories before its name. */
  readonly fileOf: (step: Step) => string
}

/** What a commit submits, and what is kept of it. */
export interface CommitPayload {
  readonly version: 1
  readonly plans: readonly {
    readonly thread_id: string
    readonly plan_dir: string
    readonly plan: { readonly title: string; readonly body: string }
    readonly tasks: readonly CommittedTask[]
  }[]
}

export interface CommittedTask {
  readonly filename: string
  readonly id: string
  readonly depends_on?: readonly string[]
  readonly agent?: string
  readonly subtasks?: readonly string[]
  readonly description: string
}

export function commitPayload(threads: readonly CommittedThread[]): CommitPayload {
  return {
    version: 1,
    plans: threads.map(({ thread_id, plan_dir, plan, fileOf }) => ({
      thread_id,
      plan_dir,
      plan: { title: plan.title, body: plan.narrative.trim() },
      tasks: plan.steps.map((step) => committedTask(step, fileOf(step))),
    })),
  }
}

function committedTask({ id, dependsOn, agent, subtasks = [], text }: Step, file: string): CommittedTask {
  return {
    filename: file.slice(file.lastIndexOf('/') + 1),
    id,
    ...(dependsOn.length > 0 && { depends_on: dependsOn }),
    ...(agent && { agent }),
    ...(subtasks.length > 0 && { subtasks }),
    description: text.trim(),
  }
}

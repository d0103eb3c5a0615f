import type { AgentDefinition } from '../agents/definition.ts'
import { isFault } from '../plan/diagnostics/fault.ts'
import { criticalPath } from '../plan/graph/critical-path.ts'
import { buildGraph } from '../plan/graph/graph.ts'
import { waves } from '../plan/graph/waves.ts'
import { isMet, type StepStatus } from '../plan/step-status.ts'
import type { Plan, Step, StepId } from '../plan/types.ts'
import type { ReviewedPlan } from '../review/reviewed-plan.ts'
import type { Machine } from '../store/machine/port.ts'
import type { ChosenAgents } from './agent-choice.ts'
import { leftBehind } from './left-behind.ts'
import { overlap, type Touched, touchedBy } from './overlap.ts'

/** What a run would do, and in which order at the soonest. */
export interface DryRun {
  /** Steps that are not done yet. */
  readonly waves: readonly (readonly DryStep[])[]
  readonly criticalPath: readonly StepId[]
  readonly neverStart: readonly StepId[]
}

export interface DryStep {
  readonly id: StepId
  readonly title: string
  readonly status: StepStatus
  /** Undefined: none could be chosen. */
  readonly agent: string | undefined
  readonly verify: readonly string[]
  readonly files: readonly string[]
  /** What a person would be asked for. */
  readonly asks?: string
  /** Steps of the same wave that it does not run beside, because they may touch the same file. */
  readonly notBeside: readonly StepId[]
}

export function dryRunOf(
  plan: Plan,
  statusOf: (step: StepId) => StepStatus,
  agents: ReadonlyMap<StepId, AgentDefinition>,
): DryRun {
  const open = new Map(plan.steps.filter(({ id }) => !isMet(statusOf(id))).map((step) => [step.id, step]))
  const all = new Set(plan.steps.map(({ id }) => id))
  // A dependency that does not exist stays: its step can never start.
  const isOpen = (id: StepId): boolean => open.has(id) || !all.has(id)
  const steps = [...open.values()].map((step) => ({ ...step, dependsOn: step.dependsOn.filter(isOpen) }))
  const graph = buildGraph(steps)
  const { waves: found, neverStart } = waves(graph)
  return {
    waves: found.map((ids) =>
      waveOf(
        ids.map((id) => open.get(id)!),
        statusOf,
        agents,
      ),
    ),
    criticalPath: criticalPath(graph).path,
    neverStart,
  }
}

function waveOf(
  steps: readonly Step[],
  statusOf: (step: StepId) => StepStatus,
  agents: ReadonlyMap<StepId, AgentDefinition>,
): DryStep[] {
  const touched = new Map(
    steps.map((step) => [step.id, touchedBy(step.files)]).slice(0, mostCompared) as [StepId, Touched[]][],
  )
  return steps.map((step) => {
    const { id, title, verify = [], files = [] } = step
    const asks = askedFor(step)
    return {
      id,
      title,
      status: statusOf(id),
      agent: agents.get(id)?.name,
      verify,
      files,
      ...(asks !== undefined && { asks }),
      notBeside: besides(id, touched),
    }
  })
}

/** Every two of a wave are compared, so a wave that is very wide is compared in part. */
const mostCompared = 300

function besides(id: StepId, touched: ReadonlyMap<StepId, readonly Touched[]>): StepId[] {
  const own = touched.get(id)
  if (own === undefined || own.length === 0) return []
  return [...touched].filter(([other, theirs]) => other !== id && overlap(own, theirs)).map(([other]) => other)
}

function askedFor({ approval, agent }: Step): string | undefined {
  if (agent === 'person') return 'a person does it'
  return approval === 'user' ? 'it waits for a yes of its own' : undefined
}

/** What keeps a run from beginning, a sentence each; nothing when it could begin now. */
export function missingFor(machine: Machine, reviewed: ReviewedPlan, { faults }: ChosenAgents): string[] {
  return [...approvalMissing(reviewed), ...leftMissing(machine, reviewed), ...faults.map(({ message }) => message)]
}

function approvalMissing({ standing, isSound }: ReviewedPlan): string[] {
  const sound = isSound ? [] : ['The plan has faults: `steadplan check` names them.']
  switch (standing.is) {
    case 'whole':
      return sound
    case 'none':
      return [...sound, 'Nobody has approved the plan yet.']
    case 'foreign':
      return [...sound, 'The approval in the log was not given here, so it does not count.']
    case 'partial':
      return [...sound, 'The plan changed since it was approved; a run keeps to what was approved.']
  }
}

function leftMissing(machine: Machine, { state }: ReviewedPlan): string[] {
  try {
    const left = leftBehind(machine, state)
    return left.length === 0
      ? []
      : [
          `It has to be decided about what was interrupted: ${left
            .map(({ step }) => step)
            .slice(0, 10)
            .join(', ')}.`,
        ]
  } catch (error) {
    if (!isFault(error)) throw error
    return [`${error.diagnostics[0]!.message}.`]
  }
}

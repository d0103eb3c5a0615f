import { type Diagnostic, diagnostic, hasErrors, sorted } from './diagnostics/diagnostic.ts'
import { closingCycles } from './graph/closing-cycles.ts'
import { duplicates, impossibleDependencies } from './graph/faults.ts'
import { buildGraph, firstOfEachId } from './graph/graph.ts'
import { at, cycle, unknownStep } from './graph/messages.ts'
import { type StepStatus, stepWords } from './step-status.ts'
import type { Plan, Step, StepId } from './types.ts'

/**
 * The outcome of a change to the content of a plan: a new plan, or the very same one and every reason why not. No change
 * brings a fault into the graph; faults that were there before are left to `graphDiagnostics`.
 */
export interface Changed {
  readonly plan: Plan
  readonly diagnostics: readonly Diagnostic[]
}

export type StatusOf = (id: StepId) => StepStatus

/** Adds steps behind the step `after`, or at the end. They may depend on each other in any order. */
export function addSteps(
  plan: Plan,
  statusOf: StatusOf,
  steps: readonly Step[],
  { after }: { readonly after?: StepId } = {},
): Changed {
  const place = after === undefined ? plan.steps.length : plan.steps.findIndex((step) => step.id === after) + 1
  const all = [...plan.steps.slice(0, place), ...steps, ...plan.steps.slice(place)]
  return outcome(plan, all, [
    ...(after !== undefined && place === 0 ? [unknownStep(after, idsOf(plan.steps))] : []),
    ...duplicates(steps, plan.steps),
    ...usedIds(plan, statusOf, steps),
    ...dependencyFaults(all, steps),
  ])
}

export const requiredFields = ['title', 'text', 'dependsOn'] as const
export const optionalFields = [
  'agent',
  'subtasks',
  'verify',
  'files',
  'priority',
  'timeoutMs',
  'approval',
  'tags',
] as const satisfies (keyof Step)[]

/** What is not named stays; an optional field that is named with `undefined` goes. The id of a step never changes. */
export type StepChange = Partial<Pick<Step, (typeof requiredFields)[number]>> & {
  readonly [Field in (typeof optionalFields)[number]]?: Step[Field] | undefined
}

export function changeStep(plan: Plan, statusOf: StatusOf, id: StepId, change: StepChange): Changed {
  const old = plan.steps.find((step) => step.id === id)
  if (old === undefined) return outcome(plan, plan.steps, [unknownStep(id, idsOf(plan.steps))])

  const changed = withChange(old, change)
  const known = new Set(old.dependsOn)
  const added = changed.dependsOn.filter((dependency) => !known.has(dependency))
  const all = plan.steps.with(plan.steps.indexOf(old), changed)
  return outcome(plan, all, [
    ...untouchable(plan, old, statusOf(id)),
    ...dependencyFaults(all, [{ ...changed, dependsOn: added }]),
  ])
}

/** Removes a step that is not begun, or ended without success, and that no other step depends on. */
export function removeStep(plan: Plan, statusOf: StatusOf, id: StepId): Changed {
  const old = plan.steps.find((step) => step.id === id)
  if (old === undefined) return outcome(plan, plan.steps, [unknownStep(id, idsOf(plan.steps))])

  return outcome(plan, plan.steps.toSpliced(plan.steps.indexOf(old), 1), [
    ...untouchable(plan, old, statusOf(id)),
    ...needed(plan, old),
  ])
}

function outcome(plan: Plan, steps: readonly Step[], found: readonly Diagnostic[]): Changed {
  const diagnostics = sorted(found)
  return { plan: hasErrors(diagnostics) ? plan : { ...plan, steps }, diagnostics }
}

function idsOf(steps: readonly Step[]): StepId[] {
  return steps.map((step) => step.id)
}

/** An id of which the log knows something must not come back as that of a new step: it would be born done, or failed. */
function usedIds(plan: Plan, statusOf: StatusOf, steps: readonly Step[]): Diagnostic[] {
  const present = new Set(idsOf(plan.steps))
  return steps
    .filter((step) => !present.has(step.id) && statusOf(step.id) !== 'pending')
    .map((step) => {
      const message = `"${step.id}" was the id of an earlier step, which is ${stepWords[statusOf(step.id)]}`
      return diagnostic('E_ID_USED', message, { ...at(step), actual: step.id })
    })
}

/** The faults that the dependencies of `added` bring into the graph of `all`. */
function dependencyFaults(all: readonly Step[], added: readonly Step[]): Diagnostic[] {
  const dependencies = added.flatMap((step) => step.dependsOn.map((to) => ({ from: step.id, to })))
  if (dependencies.length === 0) return []
  const stepOf = firstOfEachId(all)
  return [
    ...impossibleDependencies(added, stepOf.keys()),
    ...closingCycles(buildGraph(all), dependencies).map((path) => cycle(path, stepOf)),
  ]
}

function withChange(step: Step, change: StepChange): Step {
  const fields = new Map<string, unknown>(Object.entries(step))
  for (const field of requiredFields) if (change[field] !== undefined) fields.set(field, change[field])
  for (const field of optionalFields) {
    if (!Object.hasOwn(change, field)) continue
    if (change[field] === undefined) fields.delete(field)
    else fields.set(field, change[field])
  }
  // The dependencies no longer stand where they were read.
  if (change.dependsOn !== undefined && step.place?.dependsOn !== undefined) {
    const { dependsOn: _, ...place } = step.place
    fields.set('place', place)
  }
  return Object.fromEntries(fields) as unknown as Step
}

function untouchable(plan: Plan, step: Step, status: StepStatus): Diagnostic[] {
  const found: Diagnostic[] = []
  if (status === 'complete') found.push(diagnostic('E_STEP_FINISHED', `"${step.id}" is done`, at(step)))
  if (status === 'in_progress') found.push(diagnostic('E_STEP_RUNNING', `"${step.id}" is running`, at(step)))
  const others = plan.steps.filter((other) => other.id === step.id).slice(1)
  if (others.length > 0) {
    found.push(
      diagnostic('E_DUPLICATE_ID', `${others.length + 1} steps have the id "${step.id}": which is meant is not clear`, {
        ...at(step),
        related: others.map((other) => ({ message: `"${other.id}" is used here too`, ...at(other) })),
      }),
    )
  }
  return found
}

const namedAtMost = 10

function needed(plan: Plan, step: Step): Diagnostic[] {
  const dependants = plan.steps.filter((other) => other.id !== step.id && other.dependsOn.includes(step.id))
  if (dependants.length === 0) return []
  const named = dependants.slice(0, namedAtMost)
  const names = named.map((other) => `"${other.id}"`).join(', ')
  const more = dependants.length > named.length ? ` and ${dependants.length - named.length} more` : ''
  return [
    diagnostic('E_STEP_NEEDED', `"${step.id}" is needed by ${names}${more}`, {
      ...at(step),
      related: named.map((other) => ({
        message: `"${other.id}" depends on it`,
        ...at(other, other.dependsOn.indexOf(step.id)),
      })),
    }),
  ]
}

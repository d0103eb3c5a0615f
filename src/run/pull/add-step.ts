import { parseTaskFileName, taskFileName, taskFolder } from '../../dialects/agentflow/file-name.ts'
import { renderTaskFile } from '../../dialects/agentflow/render.ts'
import { slugOf } from '../../dialects/agentflow/slug.ts'
import { type Diagnostic, sorted } from '../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../plan/diagnostics/fault.ts'
import { addSteps } from '../../plan/operations.ts'
import { stepStatus } from '../../plan/state.ts'
import type { Step, StepId } from '../../plan/types.ts'
import { applyChanges, type Changes, type Content } from '../../store/content/content.ts'
import { update } from '../../store/content/update.ts'
import type { LockOptions } from '../../store/lock/lock.ts'
import type { Machine } from '../../store/machine/port.ts'
import { readPlanState } from '../../store/plan-log.ts'
import { type FoundPlan, openPlaceOf, placeOf } from '../../store/plans/found-plan.ts'
import { newName } from '../../store/plans/new-name.ts'
import { type OpenOptions, readingOf } from '../../store/plans/open-plan.ts'

export interface NewStep extends Pick<Step, 'title' | 'text' | 'verify' | 'files'> {
  /** Without one it gets one that no other clone of the project will make up. */
  readonly id?: StepId
  /** Steps it comes after: their ids, or the beginnings of them. */
  readonly after: readonly string[]
}

export interface AddedStep {
  readonly id: StepId
  readonly dependsOn: readonly StepId[]
  /** As people name it. */
  readonly file: string
  readonly version: number
}

/**
 * Writes one more task file into a plan in the home format, behind the last one. Nothing that was approved changes, and
 * the new step is not carried out before it has a yes. What would bring a fault into the plan is not written.
 */
export async function addStep(
  machine: Machine,
  found: FoundPlan,
  wanted: NewStep,
  by: string,
  options: OpenOptions,
  lock: LockOptions,
): Promise<AddedStep> {
  const state = await readPlanState(machine, placeOf(found))
  const nonce = machine.nonce()
  const id = wanted.id ?? newName(wanted.title, nonce)
  let added = { path: '', dependsOn: [] as readonly StepId[] }
  const change = (content: Content): Changes => {
    const before = readingOf(found, content, options)
    const { plan } = before.reading
    const { after, ...rest } = wanted
    const dependsOn = after.map((word) => meantBy(word, plan.steps))
    const step = { ...rest, id, dependsOn }
    const path = pathFor(content, id, nonce)
    const changes = new Map([[path, Buffer.from(renderTaskFile(step))]])
    const { diagnostics } = readingOf(found, applyChanges(content, changes), options)
    const used = addSteps(plan, (one) => stepStatus(state, one), [step]).diagnostics
    refuse([...used.filter(({ code }) => code === 'E_ID_USED'), ...newErrors(before.diagnostics, diagnostics)])
    added = { path, dependsOn }
    return changes
  }
  const place = await openPlaceOf(machine, found)
  const { version } = await update(machine, place, change, { by, why: `added ${id}` }, lock)
  return { id, dependsOn: added.dependsOn, file: found.prefix + added.path, version }
}

/** A beginning that fits one step only means that step; anything else stays as it is and is named as dangling. */
function meantBy(word: string, steps: readonly Step[]): StepId {
  if (steps.some(({ id }) => id === word)) return word
  const [first, ...others] = word === '' ? [] : steps.filter(({ id }) => id.startsWith(word))
  return first !== undefined && others.length === 0 ? first.id : word
}

/** `tasks/05-add-tests-x7k2.md`. Behind 99 there is no number; two of the same come in the order of their names. */
function pathFor(content: Content, id: StepId, nonce: string): string {
  const names = [...content.files.keys()].flatMap((path) =>
    path.startsWith(taskFolder) ? [path.slice(taskFolder.length)] : [],
  )
  const last = names.reduce((most, name) => Math.max(most, Number(parseTaskFileName(name)?.index ?? 0)), 0)
  const index = Math.min(last + 1, highestIndex)
  const path = taskFolder + taskFileName(index, slugOf(id))
  return content.files.has(path) ? taskFolder + taskFileName(index, newName(id, nonce)) : path
}

const highestIndex = 99

/** What is wrong afterwards and was not before: other people's faults do not keep a step from being added. */
function newErrors(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic[] {
  const known = new Set(before.map(keyOf))
  return after.filter((one) => one.severity === 'error' && !known.has(keyOf(one)))
}

function keyOf({ code, message, file }: Diagnostic): string {
  return JSON.stringify([code, message, file])
}

function refuse(reasons: readonly Diagnostic[]): void {
  const [first, ...others] = sorted(reasons)
  if (first !== undefined) throw new Fault([first, ...others])
}

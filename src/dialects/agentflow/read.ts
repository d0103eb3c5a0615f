import { type Diagnostic, sorted } from '../../plan/diagnostics/diagnostic.ts'
import { foldedId } from '../../plan/graph/folded-id.ts'
import { kebabOf } from '../../plan/kebab.ts'
import type { Step, StepId } from '../../plan/types.ts'
import type { PlanReading, PlanTexts, StatusWord } from '../plan-reading.ts'
import { defaultLimits, type Limits } from '../shared/limits.ts'
import { isLeftover, parseTaskFileName, planFileName, taskFolder } from './file-name.ts'
import { checkFileNames } from './file-names.ts'
import { readPlanFile } from './plan-file.ts'
import { readTaskFile, type TaskFile } from './task-file.ts'

export interface AgentflowOptions {
  readonly key: string
  /** What the names of files start with in diagnostics: `plans/login/`. */
  readonly prefix: string
  /** Whether the plan stands in a repository, where branches that each add a step have to merge clean. */
  readonly isHome: boolean
  readonly limits?: Limits
}

interface NamedTask extends TaskFile {
  readonly name: string
}

/** Reads `plan.md` and `tasks/NN-slug.md`. Every file that is text becomes a step, whatever is wrong with it. */
export function readAgentflow(texts: PlanTexts, options: AgentflowOptions): PlanReading {
  const { key, prefix, isHome, limits = defaultLimits } = options
  const planBytes = texts.get(planFileName)
  const { title, narrative, places, diagnostics } = readPlanFile(prefix + planFileName, planBytes, limits)
  const names = taskNames(texts)
  const tasks = names.map((name): NamedTask => {
    const task = readTaskFile(`${prefix}${taskFolder}${name}`, name, texts.get(taskFolder + name)!, limits)
    return { ...(parseTaskFileName(name) === undefined && !task.hasFields ? noTask : task), name }
  })

  const steps: Step[] = []
  const signed = new Map<StepId, Uint8Array>()
  const words = new Map<StepId, StatusWord>()
  const found: Diagnostic[] = [...diagnostics, ...checkFileNames(names, prefix, isHome)]
  const idOf = idsFor(tasks)
  for (const task of tasks) {
    found.push(...task.diagnostics)
    if (task.step === undefined) continue
    const step = named(task.step, idOf(task))
    steps.push(step)
    if (signed.has(step.id)) continue
    signed.set(step.id, task.signed!)
    if (task.word !== undefined) words.set(step.id, task.word)
  }
  return {
    plan: { key, dialect: 'agentflow', title: title ?? key, narrative, steps, places },
    diagnostics: sorted(found),
    signed: { plan: planBytes ?? new Uint8Array(), steps: signed },
    words,
  }
}

/** A file that is not named as a task and does not look like one: that its name is wrong is all there is to say. */
const noTask: TaskFile = { hasFields: false, diagnostics: [] }

function taskNames(texts: PlanTexts): string[] {
  const names: string[] = []
  for (const path of texts.keys()) {
    const name = path.slice(taskFolder.length)
    if (path.startsWith(taskFolder) && !isLeftover(name)) names.push(name)
  }
  return names.sort()
}

/**
 * A step without an id goes by the words of its file name, so that whatever else is wrong with it is found at once, and
 * those that depend on it find it.
 */
function idsFor(tasks: readonly NamedTask[]): (task: NamedTask) => StepId {
  const taken = new Set(tasks.map(({ step }) => foldedId(step?.id ?? '')))
  return ({ name, step }) => {
    if (step!.id !== '') return step!.id
    const slug = parseTaskFileName(name)?.slug
    if (slug === undefined || taken.has(slug)) return kebabOf(name.replace(/\.md$/, '')) || 'untitled'
    taken.add(slug)
    return slug
  }
}

function named(step: Step, id: StepId): Step {
  return step.id === id && step.title !== '' ? step : { ...step, id, title: step.title || id }
}

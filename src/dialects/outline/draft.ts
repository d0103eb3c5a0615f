import { type Diagnostic, diagnostic, sorted } from '../../plan/diagnostics/diagnostic.ts'
import { nearIds } from '../../plan/graph/near-id.ts'
import { kebabOf } from '../../plan/kebab.ts'
import type { StepId } from '../../plan/types.ts'
import { mostTasks, planFileName, taskFolder } from '../agentflow/file-name.ts'
import { renderPlanFile, renderTaskFile, taskFileName } from '../agentflow/render.ts'
import { slugOf } from '../agentflow/slug.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { Outline, OutlineStep } from './outline.ts'

export interface Draft {
  /** The texts of the new files by path, as the home format has them; empty where there is an error. */
  readonly files: ReadonlyMap<string, string>
  readonly diagnostics: readonly Diagnostic[]
}

/** Makes the files of a plan of an outline. `file` is where the outline stands, for what is wrong with it. */
export function draftOf(outline: Outline & { readonly title: string }, file: string): Draft {
  const { title, narrative, steps } = outline
  const ids = idsOf(steps)
  const { dependencies, diagnostics } = dependenciesOf(steps, ids, file)
  if (steps.length > mostTasks) diagnostics.push(tooMany(steps, file))
  if (diagnostics.length > 0) return { files: new Map(), diagnostics: sorted(diagnostics) }

  const files = new Map([[planFileName, renderPlanFile({ title, narrative })]])
  // Two digits begin at 00: a hundred fit, and people count from 1 while they can.
  const first = steps.length === mostTasks ? 0 : 1
  steps.forEach(({ name, text, subtasks, isDone }, at) => {
    const isNamedByText = text === name || text.startsWith(`${name}\n`)
    const task = renderTaskFile({
      id: ids[at]!,
      ...(!isNamedByText && { title: name }),
      text,
      dependsOn: dependencies[at]!,
      subtasks,
      ...(isDone && { status: 'complete' }),
    })
    files.set(taskFolder + taskFileName(first + at, ids[at]!), task)
  })
  return { files, diagnostics: [] }
}

/** From the words of each step; the second of the same words gets a number. */
function idsOf(steps: readonly OutlineStep[]): StepId[] {
  const taken = new Set<StepId>()
  const counts = new Map<string, number>()
  return steps.map(({ name }, at) => {
    const slug = kebabOf(name.slice(0, 1000)) === '' ? `step-${at + 1}` : slugOf(name)
    let id = slug
    while (taken.has(id)) {
      const count = (counts.get(slug) ?? 1) + 1
      counts.set(slug, count)
      id = `${slug}-${count}`
    }
    taken.add(id)
    return id
  })
}

/** Each step comes after those it names, or after the one before it. */
function dependenciesOf(steps: readonly OutlineStep[], ids: readonly StepId[], file: string) {
  const idOf = idFinder(steps, ids)
  const near = nearIds(ids)
  const diagnostics: Diagnostic[] = []
  const dependencies = steps.map(({ name, after, range }, at): StepId[] => {
    if (after === undefined) return ids.slice(Math.max(at - 1, 0), at)
    const found = after.map((word) => ({ word, id: idOf(word) }))
    for (const { word, id } of found) {
      if (id !== undefined || diagnostics.length === mostNamed) continue
      diagnostics.push(dangling(name, word, near(kebabOf(word)), { file, ...(range && { range }) }))
    }
    return [...new Set(found.flatMap(({ id }) => id ?? []))]
  })
  return { dependencies, diagnostics }
}

/** Nobody mends more at once. */
const mostNamed = 100

/** By id or by title, whatever the case and the marks around it. */
function idFinder(steps: readonly OutlineStep[], ids: readonly StepId[]): (name: string) => StepId | undefined {
  const known = new Map<string, StepId>()
  steps.forEach(({ name }, at) => {
    const words = kebabOf(name)
    if (!known.has(words)) known.set(words, ids[at]!)
  })
  for (const id of ids) known.set(id, id)
  return (name) => known.get(name) ?? (kebabOf(name) === '' ? undefined : known.get(kebabOf(name)))
}

function dangling(name: string, word: string, near: StepId | undefined, place: Place): Diagnostic {
  const message = `"${excerpt(name)}" comes after "${excerpt(word)}", which is not a step of this outline.`
  return diagnostic('E_DANGLING', message, {
    ...place,
    actual: excerpt(word),
    ...(near !== undefined && { expected: near, hint: `Did you mean "${near}"?` }),
  })
}

type Place = Pick<Diagnostic, 'file' | 'range'>

function tooMany(steps: readonly OutlineStep[], file: string): Diagnostic {
  const range = steps[mostTasks]?.range
  const message = `There are ${steps.length} steps; a plan has at most ${mostTasks}. This is the first one too many.`
  const details = { actual: `${steps.length}`, expected: `at most ${mostTasks}`, hint: 'Make several plans of it.' }
  return diagnostic('E_TOO_MANY_TASKS', message, { file, ...(range && { range }), ...details })
}

import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts'
import type { Range } from '../diagnostics/position.ts'
import type { Step, StepId } from '../types.ts'
import { nearIds } from './near-id.ts'
import { pathText, shownPlaces } from './path-text.ts'

/** What the faults of a graph are told from. */
export type PlacedStep = Pick<Step, 'id' | 'dependsOn' | 'place'>

export function duplicateId(step: PlacedStep, first: PlacedStep): Diagnostic {
  const message =
    step.id === first.id
      ? `two steps have the id "${step.id}"`
      : `the ids "${step.id}" and "${first.id}" differ only in case or in the way their characters are composed`
  return diagnostic('E_DUPLICATE_ID', message, {
    ...at(step),
    actual: step.id,
    related: [{ message: `"${first.id}" is first used here`, ...at(first) }],
  })
}

/** `which` is the place of the dependency in `step.dependsOn`. */
export function selfDependency(step: PlacedStep, which: number): Diagnostic {
  return diagnostic('E_SELF_DEPENDENCY', `"${step.id}" depends on itself`, at(step, which))
}

export function dangling(step: PlacedStep, which: number, near: StepId | undefined): Diagnostic {
  const actual = step.dependsOn[which]!
  return diagnostic('E_DANGLING', `"${step.id}" depends on "${actual}", which is not a step of this plan`, {
    ...at(step, which),
    actual,
    ...(near !== undefined && { expected: near, hint: `Did you mean "${near}"? If not, remove the dependency.` }),
  })
}

/** Every step of `path` depends on the one after it, the last on the first. */
export function cycle(
  path: readonly StepId[],
  stepOf: ReadonlyMap<StepId, PlacedStep>,
  details: { readonly hint?: string } = {},
): Diagnostic {
  const [first, ...others] = shownPlaces(path.length).map((place) => {
    const step = stepOf.get(path[place]!)!
    const next = path[(place + 1) % path.length]!
    return { message: `"${step.id}" depends on "${next}"`, where: at(step, step.dependsOn.indexOf(next)) }
  })
  return diagnostic('E_CYCLE', `steps wait for each other in a circle: ${pathText(path)}`, {
    ...first?.where,
    related: others.map(({ message, where }) => ({ message, ...where })),
    ...details,
  })
}

export function unknownStep(id: StepId, ids: Iterable<StepId>): Diagnostic {
  const near = nearIds(ids)(id)
  return diagnostic('E_UNKNOWN_STEP', `there is no step "${id}"`, {
    actual: id,
    ...(near !== undefined && { expected: near, hint: `Did you mean "${near}"?` }),
  })
}

/** Where a step, or one of its dependencies, is written, as far as that is known. */
export function at(step: PlacedStep, which = -1): { file?: string; range?: Range } {
  const { place } = step
  if (place === undefined) return {}
  const range = place.dependsOn?.[which] ?? place.id
  return range === undefined ? { file: place.file } : { file: place.file, range }
}

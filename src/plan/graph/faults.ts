import { type Diagnostic, sorted } from '../diagnostics/diagnostic.ts'
import type { StepId } from '../types.ts'
import { cycles } from './cycles.ts'
import { foldedId } from './folded-id.ts'
import { buildGraph, firstOfEachId, type Graph } from './graph.ts'
import { cycle, dangling, duplicateId, type PlacedStep, selfDependency } from './messages.ts'
import { nearIds } from './near-id.ts'

/** Every fault in the ids and the dependencies of steps, all at once, each at its place. */
export function graphDiagnostics(steps: readonly PlacedStep[]): Diagnostic[] {
  const graph = buildGraph(steps)
  return sorted([...duplicates(steps), ...impossibleDependencies(steps, graph.ids), ...circles(steps, graph)])
}

/** One for every step whose id is that of an earlier one, or of one of `others`. */
export function duplicates(steps: Iterable<PlacedStep>, others: Iterable<PlacedStep> = []): Diagnostic[] {
  const found: Diagnostic[] = []
  const first = new Map<string, PlacedStep>()
  for (const other of others) if (!first.has(foldedId(other.id))) first.set(foldedId(other.id), other)
  for (const step of steps) {
    const id = foldedId(step.id)
    const same = first.get(id)
    if (same === undefined) first.set(id, step)
    else found.push(duplicateId(step, same))
  }
  return found
}

/** One for every dependency on the step itself or on none of `ids`. */
export function impossibleDependencies(steps: Iterable<PlacedStep>, ids: Iterable<StepId>): Diagnostic[] {
  const found: Diagnostic[] = []
  const known = new Set(ids)
  const near = nearIds(known)
  for (const step of steps) {
    step.dependsOn.forEach((id, which) => {
      if (id === step.id) found.push(selfDependency(step, which))
      else if (!known.has(id)) found.push(dangling(step, which, near(id)))
    })
  }
  return found
}

function circles(steps: readonly PlacedStep[], graph: Graph): Diagnostic[] {
  const stepOf = firstOfEachId(steps)
  return cycles(graph).flatMap((group) =>
    group.cycles.map((path, place) => {
      const isLastOfMore = group.more && place === group.cycles.length - 1
      return cycle(path, stepOf, isLastOfMore ? { hint: thereAreMore } : {})
    }),
  )
}

const thereAreMore =
  'There are more circles among these steps than are named: remove one of the dependencies on each path, then check again.'

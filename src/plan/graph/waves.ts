import type { StepId } from '../types.ts'
import { targetsOf } from './edges.ts'
import type { Graph } from './graph.ts'
import { startOrder } from './order.ts'

export interface Waves {
  /** Every step is in the first wave in which all it depends on is done before. */
  readonly waves: readonly (readonly StepId[])[]
  /** The steps that can never start, because of a cycle or a dependency that does not exist. */
  readonly neverStart: readonly StepId[]
}

export function waves(graph: Graph): Waves {
  const waveOf = new Int32Array(graph.ids.length).fill(-1)
  for (const step of startOrder(graph)) {
    let wave = 0
    for (const dependency of targetsOf(graph.dependencies, step)) wave = Math.max(wave, waveOf[dependency]! + 1)
    waveOf[step] = wave
  }

  const found: StepId[][] = []
  const neverStart: StepId[] = []
  graph.ids.forEach((id, step) => {
    const wave = waveOf[step]!
    if (wave === -1) neverStart.push(id)
    else {
      while (found.length <= wave) found.push([])
      found[wave]!.push(id)
    }
  })
  return { waves: found, neverStart }
}

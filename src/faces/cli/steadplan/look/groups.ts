import type { Waves } from '../../../../plan/graph/waves.ts'
import type { StepId } from '../../../../plan/types.ts'

export interface Group {
  readonly heading: string
  readonly ids: readonly StepId[]
}

/** The steps as they are shown: wave by wave, and behind them those that are in none. */
export function groupsOf({ waves, neverStart }: Waves): Group[] {
  const groups = waves.map((ids, wave) => ({ heading: `Wave ${wave + 1}`, ids }))
  return neverStart.length === 0 ? groups : [...groups, { heading: 'Can never start', ids: neverStart }]
}

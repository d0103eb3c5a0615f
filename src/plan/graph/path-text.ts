import type { StepId } from '../types.ts'

const most = 12
const head = 6
const tail = 5

/** A cycle as people read it: `a → b → c → a`. Of a long one the middle is left out. */
export function pathText(cycle: readonly StepId[]): string {
  const hidden = cycle.length - head - tail
  const shown = cycle.length <= most ? cycle : [...cycle.slice(0, head), `… ${hidden} more …`, ...cycle.slice(-tail)]
  return [...shown, cycle[0]].join(' → ')
}

/** The places in a cycle of that length whose ids the text shows. */
export function shownPlaces(length: number): number[] {
  const all = Array.from({ length: Math.min(length, most) }, (_, place) => place)
  return length <= most ? all : [...all.slice(0, head), ...all.slice(0, tail).map((place) => length - tail + place)]
}

import type { Replacement } from '../../dialects/teddy/plan.ts'
import type { Work } from './places.ts'
import type { RunningText } from './running-text.ts'

/** Where a FIND stands, up to one more than `most`: everywhere, or where all are meant, without those that overlap. */
export function placesOfPair(
  text: RunningText,
  { find }: Replacement,
  { matchAll, most, work }: { readonly matchAll: boolean; readonly most: number; readonly work: Work },
): number[] {
  const places: number[] = []
  for (const place of matchAll ? text.placesApart(find.value, work) : text.places(find.value, work)) {
    places.push(place)
    if (places.length > most) break
  }
  return places
}

/** Carries out pairs that were found to be right, one after the other. */
export function applyPairs(text: RunningText, pairs: readonly Replacement[], matchAll: boolean): void {
  const options = { matchAll, most: matchAll ? Number.POSITIVE_INFINITY : 0, work: { left: 0 } }
  for (const pair of pairs) text.replace(placesOfPair(text, pair, options), pair.find.value, pair.replace.value)
}

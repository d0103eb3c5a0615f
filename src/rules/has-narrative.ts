import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Plan } from '../plan/types.ts'
import { at } from './place.ts'

/** Not every dialect has room for a narrative; one that has gives a place for it. */
export function hasNarrative({ narrative, places }: Plan): Diagnostic[] {
  if (places?.narrative === undefined || narrative.trim() !== '') return []
  const message = 'The plan does not say what it is about.'
  return [diagnostic('E_NARRATIVE_EMPTY', message, at(places.file, places.narrative))]
}

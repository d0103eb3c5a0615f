import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Plan } from '../plan/types.ts'
import { at } from './place.ts'

export function hasSteps({ steps, places }: Plan): Diagnostic[] {
  return steps.length > 0 ? [] : [diagnostic('E_NO_STEPS', 'The plan has no steps.', at(places?.file))]
}

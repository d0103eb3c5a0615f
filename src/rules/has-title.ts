import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Plan } from '../plan/types.ts'
import { at } from './place.ts'

export function hasTitle({ title, places }: Plan): Diagnostic[] {
  if (title.trim() !== '') return []
  return [diagnostic('E_TITLE_EMPTY', 'The plan has no title.', at(places?.file, places?.title))]
}

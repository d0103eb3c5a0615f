import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Plan } from '../plan/types.ts'
import { at } from './place.ts'

export function stepHasText({ steps }: Plan): Diagnostic[] {
  return steps
    .filter(({ text }) => text.trim() === '')
    .map(({ id, place }) => {
      const message = `"${id}" does not say what is to be done.`
      return diagnostic('E_TEXT_EMPTY', message, at(place?.file, place?.text ?? place?.id))
    })
}

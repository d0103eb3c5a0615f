import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Plan } from '../plan/types.ts'
import { at } from './place.ts'
import { whyOutside } from './why-outside.ts'

/** What a step says it touches has to lie in the project. Patterns such as `src/**` are looked at as the text they are. */
export function filesAreInside({ steps }: Plan): Diagnostic[] {
  return steps.flatMap(({ id, files = [], place }) =>
    files.flatMap((path, which) => {
      const reason = whyOutside(path)
      if (reason === undefined) return []
      const where = at(place?.file, place?.files?.[which] ?? place?.id)
      const message = `"${id}" is to touch a file outside of the project: the path ${reason}.`
      return [diagnostic('E_OUTSIDE', message, { ...where, actual: path, expected: 'a path inside the project' })]
    }),
  )
}

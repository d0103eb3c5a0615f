import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import type { Plan } from '../plan/types.ts'
import { at } from './place.ts'

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

/** The paths of every system, wherever we are: the plan may be carried out elsewhere. */
function whyOutside(path: string): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return 'is absolute'
  if (/^~[^/\\]*(?:[/\\]|$)/.test(path)) return 'starts in a home directory'
  let depth = 0
  for (const name of path.split(/[/\\]/)) {
    if (name === '..') depth--
    else if (name !== '' && name !== '.') depth++
    if (depth < 0) return 'leads out by `..`'
  }
  return undefined
}

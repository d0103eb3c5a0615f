import { Composer, type CST, type ParsedNode } from 'yaml'
import type { Findings } from '../findings.ts'
import { reportYamlError } from './errors.ts'

/** The values of the one document, each with its place. */
export function compose(tokens: readonly CST.Token[], end: number, findings: Findings): ParsedNode | null {
  const composer = new Composer(options)
  // Inside the library an `Error` with a stack is made for each fault and each tag: 2 s and 300 MB on 1 MiB of tags. So
  // its collector is replaced. Should it be called something else one day, the faults are still in the document.
  Object.assign(composer, {
    onError: (place: Place, code: string, message: string, isWarning?: boolean) => {
      if (!isWarning) reportYamlError({ code, message, pos: offsets(place) }, findings)
    },
  })
  const [document] = composer.compose(tokens, true, end)
  for (const error of document!.errors) reportYamlError(error, findings)
  return document!.contents
}

/**
 * `failsafe` makes a string of every scalar. Known tags are not resolved because `!!int 007` would be 7 again. Double
 * keys are left to us: the library compares each key with all that came before it.
 */
const options = {
  schema: 'failsafe',
  resolveKnownTags: false,
  uniqueKeys: false,
  keepSourceTokens: true,
} as const

type Place = number | readonly number[] | { readonly offset: number; readonly source?: string }

function offsets(place: Place): [number, number] {
  if (typeof place === 'number') return [place, place + 1]
  if ('offset' in place) return [place.offset, place.offset + (place.source?.length ?? 1)]
  return [place[0]!, place[1]!]
}

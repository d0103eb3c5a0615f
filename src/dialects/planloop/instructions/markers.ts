import { textHash } from '../../teddy/text-hash.ts'
import { constitution } from './constitution.ts'

/** Our part of the file between its two markers, with the line ends of the file. The last line has none. */
export function ourPart(lineEnd: string): string {
  const lines = constitution.trimEnd().split('\n')
  return [beginMarker(lines), ...lines, endMarker].join(lineEnd)
}

//     <!-- planloop:begin 5e0c1fa3d2b14c77 (written by planloop; what stands outside of the markers is yours) -->
function beginMarker(lines: readonly string[]): string {
  return `<!-- planloop:begin ${hashOf(lines)} (written by planloop; what stands outside of the markers is yours) -->`
}

const endMarker = '<!-- planloop:end -->'

export function hashOf(lines: readonly string[]): string {
  return textHash(lines.join('\n'))
}

export type Marker = { readonly kind: 'begin'; readonly hash: string } | { readonly kind: 'end' }

/** What a line is that holds a marker and nothing else; a damaged one may have lost its tail. */
export function markerIn(line: string): Marker | undefined {
  const found = /^<!-- ?planloop:(begin|end)\b([^<>]*?)(?:-->)?$/.exec(line.trim())
  if (found === null) return undefined
  if (found[1] === 'end') return { kind: 'end' }
  return { kind: 'begin', hash: /[0-9a-f]{16}/.exec(found[2]!)?.[0] ?? '' }
}

import { hashOf, type Marker, markerIn, ourPart } from './markers.ts'

/** Where the instructions for agents stand in a project. */
export const instructionsFile = 'docs/agents.md'

export interface Instructions {
  readonly inSync: boolean
  /** The whole file as it has to be: our part, and around it whatever a person wrote, untouched. */
  readonly content: string
}

/** Compares the file that a project has, if it has one, with what it has to say. */
export function instructionsFor(current: string | undefined): Instructions {
  if (current === undefined) return { inSync: false, content: `${ourPart('\n')}\n` }
  const content = merged(current)
  return { inSync: content === current, content }
}

interface Line {
  readonly text: string
  readonly end: string
}

function merged(current: string): string {
  const bom = current.startsWith('\ufeff') ? '\ufeff' : ''
  const lines = linesOf(current.slice(bom.length))
  const parts = ourParts(lines)
  const [first] = parts
  if (first === undefined) return bom + appended(current.slice(bom.length), lines[0]?.end || '\n')
  const kept = lines.flatMap(({ text, end }, at) => {
    if (at === first.start) return [ourPart(end || '\n'), lines[first.end - 1]!.end]
    return parts.some((part) => at >= part.start && at < part.end) ? [] : [text, end]
  })
  return bom + kept.join('')
}

function linesOf(text: string): Line[] {
  const pieces = text.split(/(\r\n|\n|\r)/)
  const lines: Line[] = []
  for (let at = 0; at < pieces.length; at += 2) {
    const line = { text: pieces[at]!, end: pieces[at + 1] ?? '' }
    if (line.text !== '' || line.end !== '') lines.push(line)
  }
  return lines
}

function appended(text: string, lineEnd: string): string {
  if (text.trim() === '') return text + ourPart(lineEnd) + lineEnd
  const ends = /(?:\r\n|\n|\r)$/.test(text)
  return text + (ends ? '' : lineEnd) + lineEnd + ourPart(lineEnd) + lineEnd
}

interface Part {
  readonly start: number
  readonly end: number
}

/**
 * The lines that are ours. A whole part reaches from one marker to the other. Of a marker that lost its counterpart only
 * the marker is ours, and as much behind it as its hash proves to be: the rest may be a person's.
 */
function ourParts(lines: readonly Line[]): Part[] {
  const markers = lines.flatMap(({ text }, at) => {
    const marker = markerIn(text)
    return marker === undefined ? [] : [{ at, marker }]
  })
  const parts: Part[] = []
  for (let which = 0; which < markers.length; which++) {
    const { at, marker } = markers[which]!
    const next = markers[which + 1]
    if (marker.kind === 'begin' && next?.marker.kind === 'end') {
      parts.push({ start: at, end: next.at + 1 })
      which++
    } else parts.push({ start: at, end: at + 1 + provenLines(lines, at, marker) })
  }
  return parts
}

function provenLines(lines: readonly Line[], at: number, marker: Marker): number {
  if (marker.kind === 'end' || marker.hash === '') return 0
  const behind = lines.slice(at + 1, at + 1 + mostLines).map(({ text }) => text)
  const tooLong = behind.findIndex((text) => text.length > longestLine)
  for (let count = tooLong < 0 ? behind.length : tooLong; count > 0; count--) {
    if (hashOf(behind.slice(0, count)) === marker.hash) return count
  }
  return 0
}

/** No version of our part was ever larger. */
const mostLines = 200
const longestLine = 400

import { defaultLimits, type Limits } from '../shared/limits.ts'
import { readSource, type Source } from '../shared/source.ts'
import { headingText } from './headings.ts'
import { itemOf, readItems } from './items.ts'
import { type Line, linesOf } from './lines.ts'
import type { Outline, OutlineReading } from './outline.ts'
import { readSections } from './sections.ts'

/**
 * Reads a Markdown file as the outline of a plan. Its `##` sections are the steps, or, where it has none, the items of
 * its outermost list; what stands before them is the narrative.
 *
 *     # Title
 *
 *     Why and how.
 *
 *     - [x] First
 *     - Second
 *       - a subtask
 *     - Third (after: First)
 */
export function readOutline(file: string, bytes: Uint8Array, limits: Limits = defaultLimits): OutlineReading {
  const { source, diagnostics } = readSource(file, bytes, 'markdown', limits)
  return source === undefined ? { diagnostics } : { outline: outlineOf(source), diagnostics }
}

function outlineOf(source: Source): Outline {
  const lines = linesOf(source.text, source.text.startsWith('\ufeff') ? 1 : 0)
  const titleAt = lines.findIndex((line) => headingText(line, 1) !== undefined)
  const title = titleAt === -1 ? undefined : headingText(lines[titleAt]!, 1)
  const rest = lines.filter((_, at) => at !== titleAt)
  const section = rest.findIndex((line) => headingText(line, 2) !== undefined)
  if (section !== -1) {
    return { title, narrative: textOf(rest.slice(0, section)), steps: readSections(source, rest.slice(section)) }
  }
  const item = rest.findIndex((line) => itemOf(line) !== undefined)
  if (item === -1) return { title, narrative: textOf(rest), steps: [] }
  const { steps, between } = readItems(source, rest.slice(item))
  const narrative = [textOf(rest.slice(0, item)), between.join('\n').trim()].filter((text) => text !== '')
  return { title, narrative: narrative.join('\n\n'), steps }
}

function textOf(lines: readonly Line[]): string {
  return lines
    .map((line) => line.text)
    .join('\n')
    .trim()
}

import type { Source } from '../shared/source.ts'
import { headingText, withoutNumber } from './headings.ts'
import type { Line } from './lines.ts'
import { readName } from './name.ts'
import type { OutlineStep } from './outline.ts'

/** The steps of an outline in which each `##` section is one; `lines` begin with the first of them. */
export function readSections(source: Source, lines: readonly Line[]): OutlineStep[] {
  const starts = lines.flatMap((line, at) => (headingText(line, 2) === undefined ? [] : [at]))
  return starts.map((start, which) => {
    const heading = lines[start]!
    const body = lines.slice(start + 1, starts[which + 1] ?? lines.length)
    const step = readName(withoutNumber(headingText(heading, 2)!))
    const text = body
      .map((line) => line.text)
      .join('\n')
      .trim()
    return { ...step, text: text || step.name, subtasks: [], range: source.lines.range(heading.start, heading.end) }
  })
}

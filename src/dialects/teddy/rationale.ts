import { lineSpans } from '../shared/line-spans.ts'
import type { Span } from '../shared/tree.ts'
import { foldedName } from './field-line.ts'
import type { Part } from './part.ts'
import type { Rationale, Written } from './plan.ts'
import { sectionText } from './section-text.ts'

export function readRationale(part: Part): Rationale | undefined {
  const text = sectionText(part, 'Rationale')
  if (text === undefined) return undefined
  const found = sectionsOf(part.source.text, text)
  checkSections(part, found)
  const of = (name: string): Written | undefined => found.find((section) => section.name === name)?.text
  const [synthesis, justification, expectedOutcome, stateDashboard] = names.map(of)
  return {
    text,
    ...(synthesis && { synthesis }),
    ...(justification && { justification }),
    ...(expectedOutcome && { expectedOutcome }),
    ...(stateDashboard && { stateDashboard }),
  }
}

export const rationaleNames = ['Synthesis', 'Justification', 'Expected Outcome', 'State Dashboard'] as const
const names: readonly string[] = rationaleNames

interface Section {
  readonly name: string
  readonly heading: Span
  readonly text: Written
}

function sectionsOf(text: string, { start, end }: Written): Section[] {
  const heads: { name: string; heading: Span; start: number }[] = []
  for (const line of lineSpans(text.slice(0, end), start)) {
    const name = nameOf(text.slice(line.start, Math.min(line.end, line.start + longestHeading)))
    if (name !== undefined) heads.push({ name, heading: { start: line.start, end: line.end }, start: line.next })
  }
  return heads.map(({ name, heading, start: from }, at) => {
    const raw = text.slice(from, heads[at + 1]?.heading.start ?? end)
    const value = raw.trim().replace(/\r\n?/g, '\n')
    const first = from + (raw.length - raw.trimStart().length)
    return { name, heading, text: { value, start: first, end: Math.max(first, from + raw.trimEnd().length) } }
  })
}

const longestHeading = 100

//     ### 1. Synthesis        4. State Dashboard        ### Justification        **Expected Outcome**
function nameOf(line: string): string | undefined {
  const words = line.trim()
  const isMarked = words.startsWith('#') || words.startsWith('**')
  const counted = words
    .replace(/^#{1,6}/, '')
    .replace(/[`*]/g, '')
    .trim()
  const bare = counted.replace(/^\d[.)]/, '')
  if (!isMarked && bare === counted) return undefined
  const name = foldedName(bare.replaceAll(':', '').trim())
  return names.find((one) => foldedName(one) === name)
}

function checkSections(part: Part, found: readonly Section[]): void {
  const order = found.map(({ name }) => name)
  const details = { actual: shown(order), expected: names.join(', ') }
  const missing = names.filter((name) => !order.includes(name))
  if (missing.length > 0) {
    part.findings.add('E_TEDDY_RATIONALE', `The rationale has no ${missing.join(', no ')}.`, part.heading, details)
  } else if (order.join() !== names.join()) {
    part.findings.add(
      'E_TEDDY_RATIONALE',
      'The sections are not in their order, or one stands twice.',
      part.heading,
      details,
    )
  }
  for (const { name, heading, text } of found) {
    if (text.value === '') part.findings.add('E_TEDDY_RATIONALE', `Nothing stands below ${name}.`, heading)
  }
}

function shown(order: readonly string[]): string {
  if (order.length === 0) return 'none of them'
  return order.length > mostShown ? `${order.slice(0, mostShown).join(', ')}, …` : order.join(', ')
}

const mostShown = 12

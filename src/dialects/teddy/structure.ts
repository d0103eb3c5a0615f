import { suggest } from '../../plan/diagnostics/suggest.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { Findings } from '../shared/findings.ts'
import type { HeadingBlock } from './blocks.ts'
import { actionKinds, sectionNames } from './landmarks.ts'
import type { PlanPart } from './parts.ts'

const expected = '# Title, ## Rationale, ## Memos (optional), ## Action Plan'
const order: readonly string[] = ['Title', ...sectionNames]

export interface Demands {
  /** The headings that have to be there. */
  readonly needed: readonly string[]
  readonly isInFence: boolean
}

/** Whether the headings of the top level are the right ones in the right order. All that is wrong is said in one go. */
export function checkStructure(parts: readonly PlanPart[], findings: Findings, demands: Demands): void {
  const { needed, isInFence } = demands
  const top = parts.filter((part) => part.kind === 'title' || part.kind === 'section')
  const names = new Set(top.map(nameOf))
  const actual = topLevel(parts)
  const at = parts[0]?.heading ?? { start: 0, end: 0 }
  const missing = needed.filter((name) => !names.has(name))
  if (missing.length > 0) {
    const message = `The plan has no ${missing.map(headingText).join(', no ')}.`
    const hint = isInFence
      ? { hint: 'The plan stands inside of a code block: `teddy preprocess` takes the fences off.' }
      : {}
    findings.add('E_TEDDY_STRUCTURE', message, at, { actual, expected, ...hint })
  }
  checkOrder(top, findings, { actual, expected })
  const firstAction = parts.findIndex((part) => part.kind === 'action')
  const planAt = parts.findIndex((part) => part.kind === 'section' && part.name === 'Action Plan')
  if (firstAction !== -1 && planAt > firstAction) {
    const message = 'This action stands before `## Action Plan`.'
    findings.add('E_TEDDY_STRUCTURE', message, parts[firstAction]!.heading, { actual, expected })
  }
  for (const part of parts) if (part.kind === 'unknown') unknownHeading(part, findings, actual)
}

function checkOrder(
  top: readonly PlanPart[],
  findings: Findings,
  details: { readonly actual: string; readonly expected: string },
): void {
  const seen = new Set<string>()
  let furthest = -1
  for (const part of top) {
    const name = nameOf(part)
    const place = order.indexOf(name)
    if (seen.has(name)) {
      findings.add('E_TEDDY_STRUCTURE', `${headingText(name)} stands here a second time.`, part.heading, details)
    } else if (place < furthest) {
      findings.add('E_TEDDY_STRUCTURE', `${headingText(name)} stands too late.`, part.heading, details)
    }
    seen.add(name)
    furthest = Math.max(furthest, place)
  }
}

function nameOf(part: PlanPart): string {
  return part.kind === 'section' ? part.name : 'Title'
}

function headingText(name: string): string {
  return name === 'Title' ? '`# Title`' : `\`## ${name}\``
}

function topLevel(parts: readonly PlanPart[]): string {
  const heads = parts.filter(isTopLevel)
  const shown = heads.slice(0, mostShown).map(shownHead).join(', ')
  return heads.length === 0 ? 'none of these headings' : heads.length > mostShown ? `${shown}, …` : shown
}

function isTopLevel({ kind, heading }: PlanPart): boolean {
  return kind !== 'action' && (heading.level === 0 ? order.includes(heading.near!) : heading.level < 3)
}

function shownHead(part: PlanPart): string {
  if (part.kind !== 'unknown') return part.kind === 'title' ? '# Title' : `## ${nameOf(part)}`
  const { level, text } = part.heading
  return `${'#'.repeat(level)} ${excerpt(text, 30)}`.trim()
}

const mostShown = 12

function unknownHeading({ heading }: PlanPart, findings: Findings, actual: string): void {
  const { level, name, text, near } = heading
  const details = { actual, expected }
  if (near !== undefined) nearHeading(heading, near, findings)
  else if (level === 1) findings.add('E_TEDDY_STRUCTURE', 'A plan has one `#` heading, its title.', heading, details)
  else if (level === 2) {
    const section = suggest(name, sectionNames)
    const hint = section === undefined ? {} : { hint: `Did you mean \`## ${section}\`?` }
    findings.add('E_TEDDY_STRUCTURE', `No section of a plan is called \`${excerpt(text)}\`.`, heading, {
      ...details,
      ...hint,
    })
  } else {
    const shown = excerpt(name || text)
    findings.add('E_TEDDY_ACTION_UNKNOWN', `There is no action \`${shown}\`.`, heading, {
      actual: shown,
      expected: suggest(name, actionKinds) ?? actionKinds.join(', '),
    })
  }
}

/** A line that was meant as a heading is told how it is written. */
function nearHeading({ text, level, start, end }: HeadingBlock, near: string, findings: Findings): void {
  const actual = excerpt(`${'#'.repeat(level)} ${text}`.trim())
  if (actionKinds.some((kind) => kind === near)) {
    findings.add(
      'E_TEDDY_ACTION_UNKNOWN',
      'This is not how an action begins.',
      { start, end },
      {
        actual,
        expected: `### \`${near}\``,
        hint: `Write \`### ${near}\` and nothing else on the line. What more is to be said belongs into the fields below it.`,
      },
    )
    return
  }
  const wanted = near === 'Title' ? `# ${excerpt(text)}` : `## ${near}`
  const what = near === 'Title' ? 'the title' : 'a section'
  findings.add(
    'E_TEDDY_STRUCTURE',
    `This is not how ${what} of a plan begins.`,
    { start, end },
    {
      actual,
      expected: wanted,
      hint: `Write \`${wanted}\`.`,
    },
  )
}

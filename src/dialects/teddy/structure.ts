import { suggest } from '../../plan/diagnostics/suggest.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { Findings } from '../shared/findings.ts'
import { actionKinds, sectionNames } from './landmarks.ts'
import type { PlanPart } from './parts.ts'

const expected = '# Title, ## Rationale, ## Memos (optional), ## Action Plan'
const order: readonly string[] = ['Title', ...sectionNames]
const needed = ['Title', 'Rationale', 'Action Plan']

/** Whether the headings of the top level are the right ones in the right order. All that is wrong is said in one go. */
export function checkStructure(parts: readonly PlanPart[], findings: Findings, isInFence: boolean): void {
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
  const heads = parts.flatMap((part) => {
    if (part.kind === 'title') return ['# Title']
    if (part.kind === 'section') return [`## ${part.name}`]
    const { level, text } = part.heading.heading
    return part.kind === 'unknown' && level < 3 ? [`${'#'.repeat(level)} ${excerpt(text, 30)}`] : []
  })
  const shown = heads.slice(0, mostShown).join(', ')
  return heads.length === 0 ? 'none of these headings' : heads.length > mostShown ? `${shown}, …` : shown
}

const mostShown = 12

function unknownHeading({ heading: at }: PlanPart, findings: Findings, actual: string): void {
  const { level, name, text } = at.heading
  if (level === 3) {
    const near = suggest(name, actionKinds)
    const shown = excerpt(name || text)
    findings.add('E_TEDDY_ACTION_UNKNOWN', `There is no action \`${shown}\`.`, at, {
      actual: shown,
      expected: near ?? actionKinds.join(', '),
    })
    return
  }
  const near = suggest(name, sectionNames)
  const isAction = actionKinds.some((kind) => kind === name)
  const message =
    level === 1 ? 'A plan has one `#` heading, its title.' : `No section of a plan is called \`${excerpt(text)}\`.`
  const hint = isAction ? `Write \`### ${name}\`.` : near === undefined ? undefined : `Did you mean \`## ${near}\`?`
  findings.add('E_TEDDY_STRUCTURE', message, at, { actual, expected, ...(hint !== undefined && { hint }) })
}

import { actionOf, headingOf, sectionOf } from './landmarks.ts'
import { linesOf } from './lines.ts'

/**
 * Whether a Markdown file is meant to be a plan of teddy, however much is wrong with it: it has two of the sections of a
 * plan, or one of them and an action. Fences are not looked at, because a plan may stand between two of them.
 */
export function looksLikePlan(text: string): boolean {
  const sections = new Set<string>()
  let hasAction = false
  const lines = linesOf(text)
  for (let at = 0; at < lines.count; at++) {
    const heading = headingOf(lines, at)
    const section = sectionOf(heading)
    if (section !== undefined) sections.add(section)
    hasAction ||= actionOf(heading) !== undefined
    if (sections.size + Number(hasAction) > 1) return true
  }
  return false
}

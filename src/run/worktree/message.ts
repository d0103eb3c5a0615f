import { excerpt } from '../../dialects/shared/excerpt.ts'
import { hidden } from '../../plan/diagnostics/visible.ts'

/**
 * The message of a commit. Its texts come from plans and agents: each becomes one line without anything that is not
 * seen, so that none can end the subject or forge a trailer.
 */
export function commitMessage(subject: string, trailers: ReadonlyMap<string, string>): string {
  const lines = [...trailers].map(([name, value]) => `${name}: ${oneLine(value)}`)
  return `${oneLine(subject)}\n\n${lines.join('\n')}\n`
}

function oneLine(text: string): string {
  const seen = text.slice(0, longestText).replace(hidden, ' ')
  const words = seen.split(/\s/).filter((word) => word !== '')
  return excerpt(words.join(' '), longestLine)
}

const longestText = 4096
const longestLine = 199

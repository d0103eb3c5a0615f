import { visible } from '../plan/diagnostics/visible.ts'

/**
 * Text of others inside of Markdown of ours. Whatever it holds, it stays text: no heading, no link, no picture that a
 * viewer would fetch, no end of a table cell or of a fence before ours.
 */

/** On one line, between words of ours or in a cell of a table. */
export function plainText(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim()).replace(/[\\`*_[\]<>#|~&!:@$]/g, '\\$&')
}

/** A name, a path, a command. */
export function codeSpan(text: string): string {
  const shown = visible(text)
  if (shown === '') return '–'
  const ticks = '`'.repeat(longestRun(shown) + 1)
  // A blank on both sides is taken away again by whoever draws it.
  const room = shown.startsWith('`') || shown.endsWith('`') ? ' ' : ''
  return `${ticks}${room}${shown}${room}${ticks}`
}

/** The same in a cell of a table, which a bar ends even between backticks. */
export function codeCell(text: string): string {
  // Behind a backslash that stays one between backticks, no bar can be escaped.
  return visible(text).includes('\\|') ? plainText(text) : codeSpan(text).replaceAll('|', '\\|')
}

/** Lines of output, between fences that nothing inside of them can close. */
export function fenced(text: string, { info = 'text', tab = '    ' } = {}): string {
  const lines = text.split(/\r\n|\n|\r/).map((line) => visible(line, { tab }))
  const fence = '`'.repeat(Math.max(longestRun(text) + 1, 3))
  return [`${fence}${info}`, ...lines, fence].join('\n')
}

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

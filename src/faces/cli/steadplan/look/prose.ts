import { visible } from '../../../../plan/diagnostics/visible.ts'
import { clipped } from '../../clipped.ts'
import { counted } from '../../counted.ts'

/** A text of several lines as lines that may be put on a terminal. Of a very long one the rest is counted. */
export function proseLines(text: string, { most = mostLines, indent = '' } = {}): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  const shown = lines.slice(0, most).map((line) => `${indent}${proseLine(line)}`.trimEnd())
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `${indent}… ${counted(more, 'more line')}`] : shown
}

const mostLines = 400
const mostColumns = 2000

/** A terminal breaks a line by itself; one that never ends is cut. */
function proseLine(line: string): string {
  return line.length > mostColumns ? clipped(line, mostColumns) : visible(line, { tab: '    ' })
}

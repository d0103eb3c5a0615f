import type { Line } from './lines.ts'

/** The text of a heading of that level, or undefined when the line is none. */
export function headingText({ text, isQuoted }: Line, level: 1 | 2): string | undefined {
  if (isQuoted) return undefined
  const mark = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(text)
  if (mark === null || mark[1]!.length !== level) return undefined
  return withoutClosing(text.slice(mark[0].length).trim())
}

//     ## Set up ##
//               ^^
function withoutClosing(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end--
  const isClosing = end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t'
  return isClosing ? text.slice(0, end).trim() : text
}

//     ## 2. Write the form
//        ^^^
export function withoutNumber(text: string): string {
  const number = /^\d{1,9}[.)][ \t]+/.exec(text)
  return number === null ? text : text.slice(number[0].length)
}

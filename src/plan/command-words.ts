/**
 * The words of a command that is run without a shell. Quotes and backslashes work as in a shell; what only a shell could
 * do (`|`, `&&`, `$HOME`, `*`) is refused instead of being handed to the program as text that means something else.
 */
export type CommandWords =
  | { readonly words: readonly [string, ...string[]] }
  | { readonly why: string; readonly at: number }

export function commandWords(command: string): CommandWords {
  const nul = command.indexOf('\0')
  if (nul >= 0) return { why: 'no program can be given a NUL', at: nul }
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < command.length; at++) {
    const char = command[at]!
    const isEscape = char === '\\'
    if (isLineEnd(isEscape ? command[at + 1] : char)) return { why: 'a command stands on one line', at }
    if (char === ' ' || char === '\t') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (char === "'") {
      const end = command.indexOf("'", at + 1)
      if (end < 0) return { why: 'the quote is never closed', at }
      word = (word ?? '') + command.slice(at + 1, end)
      at = end
    } else if (char === '"') {
      const quoted = doubleQuoted(command, at)
      if ('why' in quoted) return quoted
      word = (word ?? '') + quoted.text
      at = quoted.end
    } else if (isEscape) {
      if (at + 1 === command.length) return { why: 'nothing follows the backslash', at }
      word = (word ?? '') + command[++at]!
    } else if (needsShell(char, word)) return { why: `\`${char}\` means something only to a shell`, at }
    else word = (word ?? '') + char
  }
  if (word !== undefined) words.push(word)
  const [program, ...rest] = words
  if (program === undefined || program === '') return { why: 'the command names no program', at: 0 }
  if (/^[A-Za-z_]\w*=/.test(program)) return { why: 'setting a variable before a command is done by a shell', at: 0 }
  return { words: [program, ...rest] }
}

type Quoted = { readonly text: string; readonly end: number } | { readonly why: string; readonly at: number }

function doubleQuoted(command: string, start: number): Quoted {
  let text = ''
  for (let at = start + 1; at < command.length; at++) {
    const char = command[at]!
    if (char === '"') return { text, end: at }
    if (char === '$' || char === '`') return { why: `\`${char}\` means something only to a shell`, at }
    if (char === '\\' && isLineEnd(command[at + 1])) return { why: 'a command stands on one line', at }
    if (char === '\\' && '"\\$`'.includes(command[at + 1] ?? ' ')) text += command[++at]!
    else text += char
  }
  return { why: 'the quote is never closed', at: start }
}

function isLineEnd(char: string | undefined): boolean {
  return char === '\n' || char === '\r'
}

function needsShell(char: string, word: string | undefined): boolean {
  if ('|&;<>()$`*?[{!'.includes(char)) return true
  return word === undefined && (char === '~' || char === '#')
}

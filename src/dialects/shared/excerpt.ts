/** Text of the input for use inside a message: short, on one line. */
export function excerpt(text: string, most = 60): string {
  const line = text.slice(0, most).split(/[\r\n]/, 1)[0]!
  return line.length < text.length ? `${wholeCharacters(line)}…` : line
}

/** `a😀` cut after the first half of the pair becomes `a`. */
function wholeCharacters(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

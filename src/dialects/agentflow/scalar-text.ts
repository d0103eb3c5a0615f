import { harmfulCharacters } from '../shared/characters.ts'

/**
 * A text as a YAML value on one line: as it is where YAML reads it as that very text, in double quotes where not. `flow`
 * is between brackets, where commas and brackets have a meaning.
 */
export function plainOrQuoted(value: string, place: 'block' | 'flow'): string {
  return isPlain(value, place) ? value : inQuotes(value)
}

/** Less than YAML allows. What is left out is only quoted without need. */
function isPlain(value: string, place: 'block' | 'flow'): boolean {
  if (!startsPlain.test(value) || typed.test(value) || /[\t\r\n]/.test(value)) return false
  if (value.includes(': ') || value.includes(' #') || value.endsWith(':') || value.endsWith(' ')) return false
  if (place === 'flow' && /[,[\]{}:#]/.test(value)) return false
  return harmfulCharacters(value).next().done === true
}

const startsPlain = /^[\p{L}\p{N}_./$(+<=~^;\\]/u

/** What other programs read as a number, a date, a truth value or nothing. */
const typed = /^(?:[-+.]?[0-9][-+.:_0-9a-fxo]*|[-+]?\.(?:inf|nan)|true|false|yes|no|on|off|y|n|null|~|=|\.)$/i

/** A string of JSON is a double quoted text of YAML. Beyond what JSON escapes, no harmful character is left as it is. */
function inQuotes(value: string): string {
  const json = JSON.stringify(value)
  let text = ''
  let done = 0
  for (const { index, character } of harmfulCharacters(json)) {
    text += json.slice(done, index) + escaped(character.codePointAt(0)!)
    done = index + character.length
  }
  return text + json.slice(done)
}

function escaped(point: number): string {
  const digits = point.toString(16)
  return point > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`
}

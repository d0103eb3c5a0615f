import { excerpt } from '../excerpt.ts'
import type { Findings } from '../findings.ts'
import type { Span } from '../tree.ts'

/** A number that would be another one after it has gone through a program gets a diagnostic. */
export function checkNumber(raw: string, place: Span, findings: Findings): void {
  const value = Number(raw)
  const kept = String(value)
  const isKept = kept === raw || canonical(kept) === canonical(raw)
  if (isKept && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return
  const message = `${excerpt(raw)} cannot be kept exactly; programs read it as ${kept}.`
  findings.add('E_NUMBER', message, place, { actual: excerpt(raw) })
}

/** The digits that count and the place of the point: `0.0120e3`, `12.0` and `12` are all `12 2`. The sign is never lost. */
function canonical(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start++
  while (end > start && digits[end - 1] === '0') end--
  return start === end ? '0' : `${digits.slice(start, end)} ${whole.length - start + Number(exponent)}`
}

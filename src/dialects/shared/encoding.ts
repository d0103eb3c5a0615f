import { isUtf8 } from 'node:buffer'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { LineIndex } from '../../plan/diagnostics/position.ts'

/** What keeps the bytes from being UTF-8 text, with the place of the first byte that is wrong. */
export function encodingFault(file: string, bytes: Uint8Array): Diagnostic | undefined {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return fault(file, bytes, wide.at, `The file looks like ${wide.name}.`)
  if (isUtf8(bytes)) return undefined
  const at = firstInvalid(bytes)
  return fault(file, bytes, at, looksLike(bytes, at))
}

function fault(file: string, bytes: Uint8Array, at: number, guess: string): Diagnostic {
  // Up to the bad byte the text can be read, and its length in characters is the place.
  const before = decoder.decode(bytes.subarray(0, at))
  const actual = `0x${bytes[at]!.toString(16).toUpperCase().padStart(2, '0')}`
  const range = new LineIndex(before).range(before.length, before.length)
  return diagnostic('E_ENCODING', `Byte ${at}, ${actual}, is not UTF-8. ${guess}`, { file, range, actual })
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** By its byte order mark, or because every second byte of ordinary text is NUL: `61 00 62 00` is `ab`. */
function wideEncoding(bytes: Uint8Array): { name: string; at: number } | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return { name: c === 0 && d === 0 ? 'UTF-32' : 'UTF-16, little endian', at: 0 }
  if (a === 0xfe && b === 0xff) return { name: 'UTF-16, big endian', at: 0 }
  if (b === undefined) return undefined
  const head = bytes.subarray(0, 512)
  if (!head.includes(0)) return undefined
  const half = head.length / 4
  const even = head.filter((byte, i) => byte === 0 && i % 2 === 0).length
  const odd = head.filter((byte, i) => byte === 0 && i % 2 === 1).length
  if (even === 0 && odd > half) return { name: 'UTF-16, little endian', at: head.indexOf(0) }
  if (odd === 0 && even > half) return { name: 'UTF-16, big endian', at: head.indexOf(0) }
  return undefined
}

/** Called when there is one. */
function firstInvalid(bytes: Uint8Array): number {
  let at = 0
  for (let length = 1; length > 0; at += length) length = sequenceLength(bytes, at)
  return at
}

/** How many bytes the character at `at` has; 0 when it is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return 1
  const length = announced(lead)
  const second = bytes[at + 1]!
  // What a longer form than needed, half a surrogate pair, or more than U+10FFFF would start with.
  if (lead === 0xe0 && second < 0xa0) return 0
  if (lead === 0xed && second > 0x9f) return 0
  if (lead === 0xf0 && second < 0x90) return 0
  if (lead === 0xf4 && second > 0x8f) return 0
  return followers(bytes, at) === length - 1 ? length : 0
}

function announced(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

/** How many of the bytes that the one at `at` calls for are there. */
function followers(bytes: Uint8Array, at: number): number {
  const most = announced(bytes[at]!) - 1
  let count = 0
  while (count < most && (bytes[at + 1 + count]! & 0xc0) === 0x80) count++
  return count
}

function looksLike(bytes: Uint8Array, at: number): string {
  const lead = bytes[at]!
  const there = 1 + followers(bytes, at)
  if (bytes.includes(0)) return 'The file looks like binary data.'
  if (there < announced(lead) && at + there === bytes.length) return 'The file is cut off inside a character.'
  if (lead === 0xed && there > 1) return 'It is half of a surrogate pair.'
  // From 0xA0 on Latin-1 and Windows-1252 agree with Unicode.
  const meant = lead < 0xa0 ? '' : `, where this byte is ${String.fromCharCode(lead)}`
  return `The file looks like Windows-1252 or Latin-1${meant}.`
}

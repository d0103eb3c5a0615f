import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isDeviceName } from './device-names.ts'
import { shortened } from './shortened.ts'

const longestId = 128

/**
 * Whether an id may become part of a path. Asked before any path is made of it, and by what is allowed, not by what is
 * known to be bad: an id that passes is the same name on every system.
 */
export function checkId(id: string): Diagnostic | undefined {
  const reason = reasonAgainst(id)
  return reason === undefined ? undefined : diagnostic('E_BAD_ID', `the id ${reason}`, { actual: shortened(id) })
}

function reasonAgainst(id: string): string | undefined {
  if (id === '') return 'is empty'
  if (id.length > longestId) return `has ${id.length} characters where at most ${longestId} are allowed`
  if (!/^[A-Za-z0-9._-]+$/.test(id)) return 'has a character other than letters, digits, `-`, `_` and `.`'
  if (id.startsWith('.')) return 'starts with a dot'
  if (id.includes('..')) return 'has two dots in a row'
  // Windows drops it, and two ids would share one file.
  if (id.endsWith('.')) return 'ends with a dot'
  if (isDeviceName(id)) return 'is the name of a device on Windows'
  return undefined
}

import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { foldName } from './fold.ts'
import { type ProtectedEntry, protectedEntries } from './protected-entries.ts'
import { canBeShortFor } from './short-names.ts'
import { shortened } from './shortened.ts'

/**
 * The entry that protects a path, or undefined. At any depth, because any folder can be opened as a project, and however
 * the path is spelled, because some system reads it so. Links are not looked at: ask of the path as it was written and
 * of the real one.
 */
export function isProtected(path: string): ProtectedEntry | undefined {
  const parts = partsOf(path)
  return protectedEntries.find((entry) => parts.some((_, start) => matchesAt(parts, start, entry.parts)))
}

export function checkProtected(path: string): Diagnostic | undefined {
  const entry = isProtected(path)
  if (entry === undefined) return undefined
  return diagnostic('E_PROTECTED', `${entry.path} is protected: ${entry.why}`, { actual: shortened(path) })
}

/**
 * A colon separates as well: it ends a drive and begins a stream of NTFS, and the streams of a folder are the folder.
 *
 *     .git::$INDEX_ALLOCATION/config
 *         ^^
 */
function partsOf(path: string): string[] {
  const parts: string[] = []
  for (const part of path.split(/[/\\:]/)) {
    if (part === '..') parts.pop()
    else if (foldName(part) !== '') parts.push(foldName(part))
  }
  return parts
}

function matchesAt(parts: readonly string[], start: number, pattern: readonly string[]): boolean {
  return pattern.every((wanted, index) => matches(parts[start + index] ?? '', wanted))
}

/** A star stands for anything, at the beginning or at the end of a part. */
function matches(part: string, wanted: string): boolean {
  if (wanted.startsWith('*')) return part.endsWith(wanted.slice(1))
  if (wanted.endsWith('*')) return part.startsWith(wanted.slice(0, -1))
  return part === wanted || canBeShortFor(part, wanted)
}

import { hash } from 'node:crypto'
import type { Attributes } from '../files/port.ts'

/** The bytes of a plan's files at one moment, by path relative to the plan's base. */
export interface Content {
  /** Empty when the plan has no file at all. */
  readonly etag: string
  readonly files: ReadonlyMap<string, FileContent>
}

export interface FileContent {
  readonly bytes: Uint8Array
  readonly sha256: string
  /** Absent for a file that is not on the disk yet. */
  readonly attributes?: Attributes | undefined
}

export const noContent: Content = { etag: '', files: new Map() }

export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex')
}

export function contentOf(files: ReadonlyMap<string, FileContent>): Content {
  return { etag: etagOf(files), files }
}

/**
 * Of a single file: the hash of its bytes, as any other tool would compute it. Of several, or of files in folders: the
 * hash over their sorted names and hashes, so that a file that appears, vanishes or is renamed changes it as well.
 */
function etagOf(files: ReadonlyMap<string, FileContent>): string {
  const names = [...files.keys()].sort()
  const [first] = names
  if (first === undefined) return ''
  if (names.length === 1 && !first.includes('/')) return files.get(first)!.sha256
  return sha256(names.map((name) => `${name}\0${files.get(name)!.sha256}\n`).join(''))
}

/** Paths with their new bytes, or null for a file that goes. */
export type Changes = ReadonlyMap<string, Uint8Array | null>

/** The content after some changes; changes that change nothing fall away. */
export function applyChanges(content: Content, changes: Changes): Content {
  const files = new Map(content.files)
  for (const [path, bytes] of changes) {
    if (bytes === null) files.delete(path)
    else files.set(path, { bytes, sha256: sha256(bytes), attributes: files.get(path)?.attributes })
  }
  return contentOf(files)
}

export interface FileChange {
  readonly path: string
  /** The hash before and after; null where there is no file. */
  readonly from: string | null
  readonly to: string | null
}

export function changesBetween(before: Content, after: Content): FileChange[] {
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort()
  return paths
    .map((path) => ({
      path,
      from: before.files.get(path)?.sha256 ?? null,
      to: after.files.get(path)?.sha256 ?? null,
    }))
    .filter(({ from, to }) => from !== to)
}

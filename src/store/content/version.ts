import type { FileChange } from './content.ts'

/** What one commit made of the plan, as the history keeps it. */
export interface Version {
  readonly type: 'version'
  readonly version: number
  /** The version it was made from; null for the first. */
  readonly parent: number | null
  readonly at: string
  readonly by: string
  readonly why?: string
  readonly etag: string
  /** Part of the names of the temporary files that this commit makes. */
  readonly temporary: string
  readonly changes: readonly FileChange[]
  /** Every file of the plan in this version. */
  readonly files: readonly KeptFile[]
}

export interface KeptFile {
  readonly path: string
  readonly sha256: string
  /** The content, as text where it is valid UTF-8. Both are absent when an earlier version keeps the same bytes. */
  readonly text?: string
  readonly base64?: string
  /** The version that keeps the bytes. */
  readonly in?: number
}

export interface Settled {
  readonly type: 'settled'
  readonly version: number
  readonly published: boolean
  /** The newest published version, so that it is found from the end of the file. */
  readonly head: Head | null
}

/** A version by what it takes to go on from it. Its line is read only when its files are wanted. */
export interface Head {
  readonly number: number
  readonly etag: string
  readonly at: number
  readonly length: number
}

type Fields = Readonly<Record<string, unknown>>

/** A history can come with a repository and say anything. What passes has the shape of what we write. */
export function isVersion(fields: Fields): fields is Fields & Version {
  const { type, version, parent, by, at, etag, temporary, changes, files } = fields
  return (
    type === 'version' &&
    isNumber(version) &&
    (parent === null || isNumber(parent)) &&
    [by, at, etag, temporary].every(isText) &&
    isListOf(changes, ({ path, from, to }) => isText(path) && isTextOrNull(from) && isTextOrNull(to)) &&
    isListOf(files, isKeptFile)
  )
}

export function isSettled(fields: Fields): fields is Fields & Settled {
  const { type, version, published, head } = fields
  return type === 'settled' && isNumber(version) && typeof published === 'boolean' && (head === null || isHead(head))
}

function isHead(head: unknown): boolean {
  return isObject(head) && isText(head.etag) && [head.number, head.at, head.length].every(isNumber)
}

function isKeptFile({ path, sha256, text, base64, in: version }: Fields): boolean {
  const kept = [text, base64].filter((one) => one !== undefined)
  return isText(path) && isText(sha256) && kept.every(isText) && (kept.length > 0 || isNumber(version))
}

function isListOf(value: unknown, is: (one: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => isObject(one) && is(one))
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value)
}

/** Counts and offsets. */
function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

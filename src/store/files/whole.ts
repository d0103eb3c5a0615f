import { dirname } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { Attributes, Files, OpenFile, Stat } from './port.ts'

/** Reads a regular file below the cap, or undefined when there is none. Pipes, devices and links are refused unread. */
export async function readWhole(files: Files, path: string, cap: number): Promise<Uint8Array | undefined> {
  return (await readWithAttributes(files, path, cap))?.bytes
}

export async function readWithAttributes(
  files: Files,
  path: string,
  cap: number,
  check: (file: OpenFile) => Promise<void> = async () => {},
): Promise<{ bytes: Uint8Array; attributes: Attributes } | undefined> {
  const opened = await openRegular(files, path)
  if (opened === undefined) return undefined
  const { file } = opened
  const { size, mode, uid, gid } = opened.stat
  try {
    await check(file)
    refuseOver(cap, size, path)
    return { bytes: await file.read(0, size), attributes: { mode, uid, gid } }
  } finally {
    await file.close()
  }
}

/** A file that is open, and what was found when it was opened. */
export interface Opened {
  readonly file: OpenFile
  readonly stat: Stat
}

/** Opens a regular file, or answers undefined when there is nothing. All that is asked of anything else is its kind. */
export async function openRegular(files: Files, path: string): Promise<Opened | undefined> {
  try {
    return await onlyRegular(await files.open(path, 'read'), path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (hasCode(error, ...notRegular)) {
      throw fault('E_NOT_A_FILE', `not a regular file: ${path}`, { file: path, cause: error })
    }
    throw error
  }
}

/** Gives back a file that is a regular one. Anything else is closed and refused. */
export async function onlyRegular(file: OpenFile, path: string): Promise<Opened> {
  const stat = await file.stat()
  if (stat.kind === 'file') return { file, stat }
  await file.close()
  throw fault('E_NOT_A_FILE', `not a regular file: ${path}`, { file: path, actual: stat.kind })
}

/** What systems answer when they are asked to open, or to replace, a link, a directory or a socket as if it were a file. */
export const notRegular = ['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR', 'ENOTEMPTY', 'EOPNOTSUPP'] as const

export function refuseOver(cap: number, size: number, path: string): void {
  if (size > cap) throw fault('E_TOO_LARGE', `${size} bytes where at most ${cap} are read`, { file: path })
}

/** Makes a file that was not there, with all its bytes, and leaves it open; on failure there is none. Not synced. */
export async function createWhole(
  files: Files,
  path: string,
  bytes: Uint8Array,
  attributes?: Attributes,
): Promise<OpenFile> {
  const file = await files.open(path, 'create')
  try {
    if (attributes) await file.setAttributes(attributes)
    await writeWhole(file, bytes)
    return file
  } catch (error) {
    await file.close().catch(() => {})
    await unlinkIfThere(files, path).catch(() => {})
    throw error
  }
}

/** Writes every byte, however many calls it takes. */
export async function writeWhole(file: OpenFile, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const count = await file.write(bytes.subarray(written))
    if (count <= 0) throw Object.assign(new Error('the disk takes no more bytes'), { code: 'ENOSPC' })
    written += count
  }
}

export async function unlinkIfThere(files: Files, path: string): Promise<boolean> {
  try {
    await files.unlink(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Makes a directory and its missing parents, and makes their names durable. */
export async function makeDirectories(files: Files, path: string): Promise<void> {
  try {
    await files.mkdir(path)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    await makeDirectories(files, dirname(path))
    return makeDirectories(files, path)
  }
  await files.syncDirectory(dirname(path))
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')
}

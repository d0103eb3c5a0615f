import { readPlain } from '../files/plain.ts'
import type { Files, Kind } from '../files/port.ts'

/*
 * Looking at files that are not ours and may be anything. Whatever cannot be looked at counts as not there.
 */

export async function isThere(files: Files, path: string, ...kinds: readonly Kind[]): Promise<boolean> {
  const stat = await files.stat(path).catch(() => undefined)
  return stat !== undefined && kinds.includes(stat.kind)
}

export function isDirectory(files: Files, path: string): Promise<boolean> {
  return isThere(files, path, 'directory')
}

export async function realPath(files: Files, path: string): Promise<string | undefined> {
  return path === '' ? undefined : files.realpath(path).catch(() => undefined)
}

/** The one line of a small file, as git writes them. */
export async function readLine(files: Files, path: string): Promise<string | undefined> {
  const line = (await readPlain(files, path, longestLine))?.toString().trimEnd()
  return line === undefined || line === '' || /[\0\r\n\ufffd]/.test(line) ? undefined : line
}

const longestLine = 16 * 1024

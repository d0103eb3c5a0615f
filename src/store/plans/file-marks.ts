import { join } from 'node:path'
import { sha256 } from '../content/content.ts'
import { isLeftover } from '../content/target.ts'
import type { Files } from '../files/port.ts'
import { readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'

/** What tells whether files changed from one look to the next, by path. */
export type FileMarks = ReadonlyMap<string, FileMark>

interface FileMark {
  readonly stat: string
  /** It was written so shortly before the look that it could be written again without another time. */
  readonly isYoung: boolean
  /** Of a file that is young, or was at the look before. */
  readonly hash?: string
}

/** The clock of a file system ticks slowly: written twice in one tick, a file of the same size looks the same. */
const youngMs = 2000

/** The marks of files, and of everything below directories; what is not there has none. Links are not followed. */
export async function fileMarks(
  machine: Machine,
  paths: readonly string[],
  cap: number,
  before: FileMarks = new Map(),
): Promise<FileMarks> {
  const { files } = machine
  const marks = new Map<string, FileMark>()
  const youngSince = machine.now().wallMs - youngMs
  const visit = async (path: string): Promise<void> => {
    const found = await files.stat(path).catch(() => undefined)
    if (found === undefined) return
    if (found.kind === 'directory') {
      const entries = await files.list(path).catch(() => [])
      for (const { name } of entries) if (!isLeftover(name)) await visit(join(path, name))
      return
    }
    const stat = `${found.kind} ${found.size} ${found.inode} ${found.modifiedMs}`
    const isYoung = found.modifiedMs > youngSince
    const hash = isYoung || before.get(path)?.isYoung ? await hashOf(files, path, cap) : undefined
    marks.set(path, hash === undefined ? { stat, isYoung } : { stat, isYoung, hash })
  }
  for (const path of paths) await visit(path)
  return marks
}

/** Files that changed between two looks, those that came and those that went among them. */
export function changedSince(before: FileMarks, now: FileMarks): string[] {
  const gone = [...before.keys()].filter((path) => !now.has(path))
  const others = [...now].filter(([path, mark]) => !isSame(before.get(path), mark)).map(([path]) => path)
  return [...gone, ...others]
}

function isSame(before: FileMark | undefined, now: FileMark): boolean {
  if (before?.stat !== now.stat) return false
  return before.hash === undefined || now.hash === undefined || before.hash === now.hash
}

async function hashOf(files: Files, path: string, cap: number): Promise<string | undefined> {
  const bytes = await readWhole(files, path, cap).catch(() => undefined)
  return bytes && sha256(bytes)
}

import { join } from 'node:path'
import { textHash } from '../../../dialects/teddy/text-hash.ts'
import { readPlain } from '../../files/plain.ts'
import type { Files } from '../../files/port.ts'
import type { JournalEnd } from '../../journal/line.ts'

/**
 * What `status` would answer to the caller without a name, kept beside the log for as long as nothing is added to it:
 *
 *     planloop 1 2163129 9a0f4c21d2b14c77 5e0c1fa3d2b14c77
 *              ^ format   ^ sum of the last record
 *                ^ size of the log          ^ hash of what follows
 *     { "now": { "reason": "ready_for_task", …
 *
 * Whoever finds the log as it was then has the answer without folding anything. It can be deleted at any time.
 */
export function keptStatusText({ offset, sum }: JournalEnd, answer: string): string {
  return `planloop ${format} ${offset} ${sum} ${textHash(answer)}\n${answer}`
}

/** Goes up when answers change their form. */
const format = 1

export function keptStatusPath(directory: string): string {
  return join(directory, 'status')
}

/** Undefined when there is none, or the log has grown since. */
export async function readKeptStatus(files: Files, directory: string, active: string): Promise<string | undefined> {
  const text = (await readPlain(files, keptStatusPath(directory), mostBytes))?.toString()
  const lineEnd = text?.indexOf('\n') ?? -1
  if (text === undefined || lineEnd < 0) return undefined
  const [name, version, size, sum, hash] = text.slice(0, lineEnd).split(' ')
  if (name !== 'planloop' || version !== String(format) || size === undefined || sum === undefined) return undefined
  const answer = text.slice(lineEnd + 1)
  if (hash !== textHash(answer) || !(await endsWith(files, active, Number(size), sum))) return undefined
  return answer
}

const mostBytes = 1024 * 1024

async function endsWith(files: Files, path: string, size: number, sum: string): Promise<boolean> {
  const closing = `"sum":"${sum}"}\n`
  try {
    const log = await files.open(path, 'read')
    try {
      const stat = await log.stat()
      if (stat.kind !== 'file' || stat.size !== size || size < closing.length) return false
      return Buffer.from(await log.read(size - closing.length, closing.length)).toString() === closing
    } finally {
      await log.close()
    }
  } catch {
    return false
  }
}

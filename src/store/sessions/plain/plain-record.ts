import { dirname, join } from 'node:path'
import type { Files } from '../../files/port.ts'
import type { SessionPlace } from '../session-place.ts'
import { isPlainId } from './plain-id.ts'

/**
 * The current thread in a record that is just as we write it. Undefined for any other, which `readSessionRecord` looks at
 * more closely: this one is read on every call of an agent, and loads nothing for it.
 */
export async function readPlainRecord(files: Files, { record, plans }: SessionPlace): Promise<PlainThread | undefined> {
  const { current, additional, project, removed = [], submitted = 0 } = JSON.parse(await textOf(files, record))
  if (![additional, removed].every(Array.isArray) || typeof project !== 'string' || !Number.isSafeInteger(submitted)) {
    return undefined
  }
  const threads: PlainThread[] = [current, ...additional, ...removed]
  for (const { thread_id, plan_dir } of threads) {
    if (!isPlainId(thread_id) || typeof plan_dir !== 'string' || dirname(plan_dir) !== plans) return undefined
    if (!isPlainId(plan_dir.slice(plans.length + 1)) || join(plan_dir) !== plan_dir) return undefined
    if (!(await isDirectory(files, plan_dir))) return undefined
  }
  const isTwice = (['thread_id', 'plan_dir'] as const).some(
    (key) => new Set(threads.map((one) => one[key])).size < threads.length,
  )
  return isTwice ? undefined : current
}

interface PlainThread {
  readonly thread_id: string
  readonly plan_dir: string
}

async function textOf(files: Files, path: string): Promise<string> {
  const file = await files.open(path, 'read')
  try {
    const { kind, size } = await file.stat()
    return kind === 'file' && size <= mostBytes ? Buffer.from(await file.read(0, size)).toString() : ''
  } finally {
    await file.close()
  }
}

const mostBytes = 1024 * 1024

/** Not a link to one. */
async function isDirectory(files: Files, path: string): Promise<boolean> {
  return (await files.stat(path)).kind === 'directory'
}

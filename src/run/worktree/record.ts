import { basename, join } from 'node:path'
import type { ProcessIdentity } from '../../plan/lease.ts'
import { diskFault } from '../../store/disk-fault.ts'
import { replaceFile } from '../../store/files/replace.ts'
import { hasCode, readWhole, unlinkIfThere } from '../../store/files/whole.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { Worktree } from './worktree.ts'

/** A worktree and the process that works with it, as kept in the repository: `.git/steadplan-worktrees/<id>.json`. */
export interface WorktreeRecord extends Worktree {
  readonly owner: ProcessIdentity
}

/** Writes down that this process works with a worktree. */
export async function writeRecord(machine: Machine, worktree: Worktree): Promise<void> {
  const record: WorktreeRecord = { ...worktree, owner: machine.self() }
  const path = recordPath(worktree)
  try {
    await replaceFile(machine, path, Buffer.from(`${JSON.stringify(record, undefined, 2)}\n`))
  } catch (error) {
    throw diskFault(error, path)
  }
}

export async function removeRecord({ files }: Machine, worktree: Worktree): Promise<void> {
  const path = recordPath(worktree)
  await unlinkIfThere(files, path).catch((error) => {
    throw diskFault(error, path)
  })
}

/** All that can be read. A record that cannot is left where it is, and nothing is done because of it. */
export async function readRecords({ files }: Machine, common: string): Promise<WorktreeRecord[]> {
  const folder = join(common, folderName)
  const entries = await files.list(folder).catch((error) => {
    if (hasCode(error, 'ENOENT')) return []
    throw diskFault(error, folder)
  })
  const records: WorktreeRecord[] = []
  for (const { name } of entries) {
    if (name.startsWith('.') || !name.endsWith('.json')) continue
    const bytes = await readWhole(files, join(folder, name), 64 * 1024).catch(() => undefined)
    const record = bytes && parse(Buffer.from(bytes).toString())
    if (record && isSound(record, name, common)) records.push(record as unknown as WorktreeRecord)
  }
  return records.sort((a, b) => (a.id < b.id ? -1 : 1))
}

const folderName = 'steadplan-worktrees'

function recordPath({ common, id }: Worktree): string {
  return join(common, folderName, `${id}.json`)
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A repository that was moved, or came from somewhere, brings records that are not about this place. */
function isSound(record: Record<string, unknown>, name: string, common: string): boolean {
  const { id, path, branch, into, besides, owner, ready, step } = record
  const texts = [id, path, branch, record.plan, record.root, record.from, record.checkout, record.common]
  return (
    texts.every((text) => typeof text === 'string' && text !== '' && !text.includes('\0')) &&
    [into, step].every((text) => text === undefined || typeof text === 'string') &&
    typeof ready === 'boolean' &&
    Array.isArray(besides) &&
    besides.every((one) => typeof one === 'string') &&
    typeof owner === 'object' &&
    owner !== null &&
    record.common === common &&
    name === `${String(id)}.json` &&
    basename(path as string) === id &&
    branch === `steadplan/${id}` &&
    /^[0-9a-f]{40,64}$/.test(record.from as string)
  )
}

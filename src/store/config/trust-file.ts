/**
 * `trust.json` in the person's state directory:
 *
 *     { "version": 1, "projects": [{ "path": "/home/ann/shop", "hash": "9f86d0…", "at": "2026-01-31T12:00:00.000Z" }] }
 *
 * A file that does not look like this trusts nothing. It is never written over: whoever agrees to something next finds
 * the damaged file moved aside.
 */
import { join } from 'node:path'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import type { Files } from '../files/port.ts'
import { replaceFile } from '../files/replace.ts'
import { hasCode, makeDirectories, readWhole } from '../files/whole.ts'
import { withLock } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import type { UserDirectories } from '../workspace/user-directories.ts'

interface Agreement {
  /** Of the values that were agreed to, in hexadecimal. */
  readonly hash: string
  readonly at: string
}

interface TrustReading {
  /** By the real path of the project. */
  readonly agreements: ReadonlyMap<string, Agreement>
  /** One when the file is damaged. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface TrustChange {
  readonly isChanged: boolean
  /** Where a damaged file was moved to. */
  readonly movedTo?: string
}

export function trustPath({ state }: UserDirectories): string {
  return join(state, 'trust.json')
}

/** Never fails: what cannot be read trusts nothing. */
export async function readTrust({ files }: Machine, dirs: UserDirectories): Promise<TrustReading> {
  const path = trustPath(dirs)
  try {
    const agreements = await readAgreements(files, path)
    return agreements === undefined ? damaged(path, 'it is not as it was written') : { agreements, diagnostics: [] }
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return { agreements: new Map(), diagnostics: [] }
    const code = isFault(error) ? error.code : (error as NodeJS.ErrnoException | undefined)?.code
    if (code === undefined) throw error
    return damaged(path, `it cannot be read (${code})`)
  }
}

function damaged(file: string, why: string): TrustReading {
  const message = `Nothing is trusted, because the file of what you agreed to is damaged: ${why}.`
  return { agreements: new Map(), diagnostics: [diagnostic('E_TRUST_FILE', message, { file })] }
}

/** Undefined when there is a file and it is damaged. */
async function readAgreements(files: Files, path: string): Promise<Map<string, Agreement> | undefined> {
  const bytes = await readWhole(files, path, fileCap)
  return bytes === undefined ? new Map() : parse(Buffer.from(bytes).toString())
}

const fileCap = 8 * 1024 * 1024

function parse(text: string): Map<string, Agreement> | undefined {
  try {
    const { version, projects } = JSON.parse(text) as { version?: unknown; projects?: unknown }
    if (version !== 1 || !Array.isArray(projects) || !projects.every(isEntry)) return undefined
    return new Map(projects.map(({ path, hash, at }) => [path, { hash, at }]))
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is Agreement & { readonly path: string } {
  if (typeof value !== 'object' || value === null) return false
  const { path, hash, at } = value as Record<string, unknown>
  return typeof path === 'string' && typeof hash === 'string' && typeof at === 'string' && /^[0-9a-f]{64}$/.test(hash)
}

/** Reads, changes and writes under a lock. */
export async function changeTrust(
  machine: Machine,
  dirs: UserDirectories,
  change: (agreements: Map<string, Agreement>) => unknown,
): Promise<TrustChange> {
  const { files } = machine
  const path = trustPath(dirs)
  const place = { lock: join(dirs.state, 'trust.lock'), owners: join(dirs.state, 'owners') }
  try {
    await makeDirectories(files, place.owners)
    return await withLock(machine, place, { waitMs: 10_000, command: 'steadplan config trust' }, async (lock) => {
      const before = await readAgreements(files, path)
      const after = new Map(before)
      change(after)
      const text = textOf(after)
      if (text === textOf(before ?? new Map())) return { isChanged: false }
      await lock.verify()
      const moved = before === undefined ? { movedTo: await moveAside(machine, path) } : {}
      await replaceFile(machine, path, Buffer.from(text))
      return { isChanged: true, ...moved }
    })
  } catch (error) {
    throw diskFault(error, path)
  }
}

async function moveAside(machine: Machine, path: string): Promise<string> {
  const aside = `${path}.damaged-${machine.nonce().slice(0, 8)}`
  await machine.files.rename(path, aside)
  return aside
}

function textOf(agreements: ReadonlyMap<string, Agreement>): string {
  const projects = [...agreements].map(([path, { hash, at }]) => ({ path, hash, at }))
  return `${JSON.stringify({ version: 1, projects }, null, 2)}\n`
}

/**
 * What a project's configuration may not say by itself. Whoever clones a repository gets its `steadplan.json`; settings in
 * it that can change which code runs are obeyed only after the person at this machine agreed, to exactly these values for
 * exactly this directory. The agreement is the hash of the values under the directory's real path: one changed byte in
 * one of the values voids it, an edit elsewhere in the file does not.
 */
import { createHash } from 'node:crypto'
import type { Data } from '../../dialects/shared/data.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Machine } from '../machine/port.ts'
import { realPath } from '../workspace/look.ts'
import type { ConfigPlaces } from './files.ts'
import type { Found } from './layers.ts'
import { type Key, settingOf } from './settings.ts'
import { changeTrust, readTrust, type TrustChange } from './trust-file.ts'

/** The settings of a project that need an agreement. */
export type Asked = ReadonlyMap<Key, Found>

export function needingTrust(found: ReadonlyMap<Key, Found>): Asked {
  return new Map([...found].filter(([key]) => settingOf(key).needsTrust))
}

/** Where nothing is asked for, nothing has to be agreed to. */
export async function isTrusted(
  machine: Machine,
  places: ConfigPlaces,
  asked: Asked,
): Promise<{ isTrusted: boolean; diagnostics: readonly Diagnostic[] }> {
  if (asked.size === 0) return { isTrusted: true, diagnostics: [] }
  const { agreements, diagnostics } = await readTrust(machine, places.userDirs)
  return { isTrusted: agreements.get(await projectPath(machine, places))?.hash === askedHash(asked), diagnostics }
}

/** Agrees to what is given here, which is what the person has seen, and not to what the file may say meanwhile. */
export async function trustProject(machine: Machine, places: ConfigPlaces, asked: Asked): Promise<TrustChange> {
  const path = await projectPath(machine, places)
  const at = new Date(machine.now().wallMs).toISOString()
  return changeTrust(machine, places.userDirs, (agreements) => agreements.set(path, { hash: askedHash(asked), at }))
}

/** Takes the agreement back. `isChanged` is false when there was none. */
export async function untrustProject(machine: Machine, places: ConfigPlaces): Promise<TrustChange> {
  const path = await projectPath(machine, places)
  return changeTrust(machine, places.userDirs, (agreements) => agreements.delete(path))
}

async function projectPath({ files }: Machine, { workspace }: ConfigPlaces): Promise<string> {
  return (await realPath(files, workspace.root)) ?? workspace.root
}

function askedHash(asked: Asked): string {
  const settings = [...asked].map(([key, { data }]) => [key, data] as const)
  return createHash('sha256')
    .update(canonical(Object.fromEntries(settings)))
    .digest('hex')
}

/** JSON with the keys of every object in one order and no blanks: the same values are the same text. */
function canonical(data: Data): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  const pairs = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join(',')}}`
}

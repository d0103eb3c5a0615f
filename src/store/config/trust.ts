/**
 * What a project's configuration may not say by itself. Whoever clones a repository gets its `steadplan.json`; settings in
 * it that can change which code runs are obeyed only after the person at this machine agreed, to exactly these values for
 * exactly this directory. The agreement is the hash of the values under the directory's real path: one changed byte in
 * one of the values voids it, an edit elsewhere in the file does not.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
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

/** The files in a directory of a project that need one, by their names. */
export interface TextsAsked {
  /** From the root of the project. */
  readonly directory: string
  readonly texts: ReadonlyMap<string, string>
}

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

/** The same for files of a project that are obeyed like settings: exactly these texts by these names. */
export async function areTextsTrusted(machine: Machine, places: ConfigPlaces, texts: TextsAsked): Promise<boolean> {
  const { agreements } = await readTrust(machine, places.userDirs)
  const path = join(await projectPath(machine, places), texts.directory)
  return agreements.get(path)?.hash === textsHash(texts)
}

export async function trustTexts(machine: Machine, places: ConfigPlaces, texts: TextsAsked): Promise<TrustChange> {
  const path = join(await projectPath(machine, places), texts.directory)
  const at = new Date(machine.now().wallMs).toISOString()
  return changeTrust(machine, places.userDirs, (agreements) => agreements.set(path, { hash: textsHash(texts), at }))
}

/** Takes the agreement back. `isChanged` is false when there was none. */
export async function untrustProject(
  machine: Machine,
  places: ConfigPlaces,
  directories: readonly string[] = [],
): Promise<TrustChange> {
  const path = await projectPath(machine, places)
  const paths = [path, ...directories.map((directory) => join(path, directory))]
  return changeTrust(machine, places.userDirs, (agreements) => {
    for (const one of paths) agreements.delete(one)
  })
}

async function projectPath({ files }: Machine, { workspace }: ConfigPlaces): Promise<string> {
  return (await realPath(files, workspace.root)) ?? workspace.root
}

function askedHash(asked: Asked): string {
  return hashOf(Object.fromEntries([...asked].map(([key, { data }]) => [key, data] as const)))
}

function textsHash({ texts }: TextsAsked): string {
  return hashOf([...texts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function hashOf(data: Data): string {
  return createHash('sha256').update(canonical(data)).digest('hex')
}

/** JSON with the keys of every object in one order and no blanks: the same values are the same text. */
function canonical(data: Data): string {
  if (Array.isArray(data)) return `[${data.map(canonical).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  const pairs = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join(',')}}`
}

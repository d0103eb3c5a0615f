import { join } from 'node:path'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import type { Files } from '../files/port.ts'
import { hasCode, readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { realPath } from '../workspace/look.ts'
import type { UserDirectories } from '../workspace/user-directories.ts'
import { projectFileName, type Workspace } from '../workspace.ts'
import type { FileLayer } from './layers.ts'

export interface ConfigPlaces {
  readonly workspace: Workspace
  readonly userDirs: UserDirectories
}

/** A configuration file before anybody looked at what is in it. */
export interface RawFile {
  readonly layer: FileLayer
  readonly path: string
  readonly isThere: boolean
  /** Absent when there is no file, or one that cannot be read. */
  readonly bytes?: Uint8Array
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * A person's own file may be a link, as those who keep their dot files in a repository have it. A project's may not: it
 * comes from anywhere, and could quote any file of the person's in a diagnostic.
 */
export async function configPath({ files }: Machine, layer: FileLayer, places: ConfigPlaces): Promise<string> {
  if (layer === 'project') return join(places.workspace.root, projectFileName)
  const path = join(places.userDirs.config, 'config.json')
  return (await realPath(files, path)) ?? path
}

export async function readRawFile(machine: Machine, layer: FileLayer, places: ConfigPlaces): Promise<RawFile> {
  const path = await configPath(machine, layer, places)
  return { layer, path, ...(await read(machine.files, path)) }
}

const fileCap = 1024 * 1024

async function read(files: Files, path: string): Promise<Omit<RawFile, 'layer' | 'path'>> {
  try {
    const bytes = await readWhole(files, path, fileCap)
    return bytes === undefined ? { isThere: false, diagnostics: [] } : { isThere: true, bytes, diagnostics: [] }
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return { isThere: false, diagnostics: [] }
    return { isThere: true, diagnostics: readFaults(error, path) }
  }
}

function readFaults(error: unknown, file: string): readonly Diagnostic[] {
  if (isFault(error)) return error.diagnostics
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === undefined) throw error
  return [diagnostic('E_CONFIG', `The file cannot be read (${code}).`, { file, hint: 'Check who may read it.' })]
}

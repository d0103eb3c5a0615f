import { join } from 'node:path'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { Fault, fault, isFault } from '../../plan/diagnostics/fault.ts'
import type { OpenFile } from '../files/port.ts'
import { hasCode, readWithAttributes } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { refuseFileElsewhere } from './anchor.ts'
import { type Content, contentOf, type FileContent, sha256 } from './content.ts'
import type { PlanPlace } from './place.ts'
import { isLeftover, targetOf } from './target.ts'

/** The files of a plan as they stand in its directory. Names every file that cannot be read, not only the first. */
export async function readVisibleFiles(machine: Machine, place: PlanPlace): Promise<Content> {
  const { content, diagnostics } = await readWhatIsVisible(machine, place)
  const [first, ...rest] = diagnostics
  if (first) throw new Fault([first, ...rest])
  return content
}

/** What can be read of a plan, and why the rest cannot. */
export interface ContentReading {
  readonly content: Content
  readonly diagnostics: readonly Diagnostic[]
}

export async function readWhatIsVisible(machine: Machine, place: PlanPlace): Promise<ContentReading> {
  const files = new Map<string, FileContent>()
  const diagnostics: Diagnostic[] = []
  for (const path of await visiblePaths(machine, place)) {
    try {
      const file = await readVisibleFile(machine, place, path)
      if (file) files.set(path, file)
    } catch (error) {
      if (!isFault(error)) throw error
      diagnostics.push(...error.diagnostics)
    }
  }
  return { content: contentOf(files), diagnostics }
}

export async function readVisibleFile(
  machine: Machine,
  place: PlanPlace,
  path: string,
): Promise<FileContent | undefined> {
  const target = targetOf(place, path)
  const check = (file: OpenFile) => refuseFileElsewhere(machine, target, file)
  const file = await readWithAttributes(machine.files, target, place.fileCap, check)
  return file && { ...file, sha256: sha256(file.bytes) }
}

async function visiblePaths(machine: Machine, place: PlanPlace): Promise<string[]> {
  const paths = [...place.files]
  for (const folder of place.folders) {
    for (const { name, kind } of await listFolder(machine, join(place.base, folder))) {
      if (kind !== 'directory' && !isLeftover(name)) paths.push(`${folder}/${name}`)
    }
  }
  return paths
}

async function listFolder(machine: Machine, path: string) {
  try {
    const { kind } = await machine.files.stat(path)
    if (kind !== 'directory') throw fault('E_NOT_A_FILE', `not a directory: ${path}`, { file: path, actual: kind })
    return await machine.files.list(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

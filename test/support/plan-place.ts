import { join } from 'node:path'
import type { Content } from '../../src/store/content/content.ts'
import type { PlanPlace } from '../../src/store/content/place.ts'
import type { Files } from '../../src/store/files/port.ts'
import { makeDirectories } from '../../src/store/files/whole.ts'

/** A plan of one file, `plan.md`, or of a directory with `tasks/`, below `root`. */
export function placeIn(root: string, shape: 'file' | 'directory' = 'file'): PlanPlace {
  const state = join(root, '.steadplan')
  const directory = join(state, 'plans', 'example')
  return {
    plan: 'example',
    root,
    base: join(root, 'plan'),
    files: ['plan.md'],
    folders: shape === 'file' ? [] : ['tasks'],
    history: join(directory, 'history.jsonl'),
    fileCap: 1024 * 1024,
    directory,
    active: join(directory, 'log.jsonl'),
    lock: join(directory, 'lock'),
    owners: join(state, 'owners'),
  }
}

export async function makePlace(files: Files, place: PlanPlace): Promise<PlanPlace> {
  for (const path of [place.base, place.directory, place.owners]) await makeDirectories(files, path)
  return place
}

export const lockOptions = { waitMs: 20_000, command: 'test' }

export function textOf(content: Content, path = 'plan.md'): string | undefined {
  const file = content.files.get(path)
  return file && Buffer.from(file.bytes).toString()
}

export function textsOf(content: Content): Record<string, string> {
  return Object.fromEntries([...content.files.keys()].sort().map((path) => [path, textOf(content, path)!]))
}

export function bytes(text: string): Uint8Array {
  return Buffer.from(text)
}

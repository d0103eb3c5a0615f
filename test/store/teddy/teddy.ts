import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TeddyPlace, teddyPlace } from '../../../src/store/teddy/teddy-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'

export const lock = { waitMs: 20_000, command: 'test' }

/** A project of its own, with the files that are given by their paths from its top. */
export function projectWith(texts: Readonly<Record<string, string>> = {}): TeddyPlace {
  const root = realpathSync(temporaryDirectory())
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return placeIn(root)
}

export function placeIn(root: string): TeddyPlace {
  return teddyPlace({ root, state: join(root, '.steadplan') })
}

/** Every file below a directory with what it says, sorted by path. */
export function treeOf(directory: string): Record<string, string> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()
  const files = paths.filter((path) => statSync(join(directory, path)).isFile())
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(directory, path), 'utf8')]))
}

import { fault } from '../../plan/diagnostics/fault.ts'
import { type Content, contentOf, type FileContent } from './content.ts'
import type { ListedVersion } from './history.ts'
import { keptBytes } from './kept-file.ts'
import type { KeptFile } from './version.ts'

/** The files of a version with all their bytes, also those that an earlier one keeps. */
export function versionContent(all: readonly ListedVersion[], number: number): Content {
  const versions = new Map(all.map(({ version }) => [version.version, version]))
  const wanted = versions.get(number)
  if (wanted === undefined) throw unknownVersion([...versions.keys()], number)
  const files = new Map<string, FileContent>()
  for (const { path, sha256, in: keeper = number } of wanted.files) {
    const bytes = bytesOf(versions.get(keeper)?.files ?? [], path, sha256)
    if (bytes === undefined) throw fault('E_HISTORY_CORRUPT', `version ${number} has lost the bytes of ${path}`)
    files.set(path, { bytes, sha256 })
  }
  return contentOf(files)
}

export function unknownVersion(numbers: readonly number[], number: number) {
  const [first, last] = [numbers[0], numbers.at(-1)]
  return fault('E_UNKNOWN_VERSION', `there is no version ${number}`, {
    actual: String(number),
    expected: first === undefined ? 'none is kept yet' : `${first} to ${last}`,
  })
}

function bytesOf(files: readonly KeptFile[], path: string, sha256: string): Uint8Array | undefined {
  const kept = files.find((file) => file.path === path && file.sha256 === sha256)
  return kept && keptBytes(kept)
}

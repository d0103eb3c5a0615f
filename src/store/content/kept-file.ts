import { fault } from '../../plan/diagnostics/fault.ts'
import { type FileContent, sha256 } from './content.ts'
import type { KeptFile, Version } from './version.ts'

/** A file as the history keeps it: by reference when its parent version has the same bytes, else with them. */
export function keepFile(path: string, file: FileContent, parent: Version | undefined): KeptFile {
  const { sha256 } = file
  const known = parent?.files.find((one) => one.path === path && one.sha256 === sha256)
  if (known && parent) return { path, sha256, in: known.in ?? parent.version }
  const text = asText(file.bytes)
  return text === undefined
    ? { path, sha256, base64: Buffer.from(file.bytes).toString('base64') }
    : { path, sha256, text }
}

/** The bytes a version keeps of a file itself; undefined when it refers to an earlier version. */
export function keptBytes(file: KeptFile): Uint8Array | undefined {
  if (file.text === undefined && file.base64 === undefined) return undefined
  const bytes = file.text === undefined ? Buffer.from(file.base64!, 'base64') : Buffer.from(file.text)
  if (sha256(bytes) !== file.sha256) {
    throw fault('E_HISTORY_CORRUPT', `the kept bytes of ${file.path} do not have their hash`)
  }
  return bytes
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Undefined unless the bytes are UTF-8 and come back the same. A byte order mark is part of the text. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

import { readJson } from '../../dialects/shared/json.ts'
import { readSource, type Source } from '../../dialects/shared/source.ts'
import type { TreeNode } from '../../dialects/shared/tree.ts'
import { hasErrors, sorted } from '../../plan/diagnostics/diagnostic.ts'
import { checkConfig } from './check.ts'
import type { RawFile } from './files.ts'
import type { FileLayer, Found, Layer } from './layers.ts'
import type { Key } from './settings.ts'

export interface ConfigText extends Layer {
  /** Absent when the bytes are no text. */
  readonly source?: Source
  /** Present when the text is JSON without a fault. */
  readonly root?: TreeNode
}

/**
 * The settings in the bytes of a configuration file. From a text that is not sound JSON none is taken: the `6` that a cut
 * off file ends with may have been 64, and of a key that stands twice nobody knows which one was meant.
 */
export function readConfigText(file: string, bytes: Uint8Array, layer: FileLayer): ConfigText {
  const reading = readSource(file, bytes, 'data')
  const { source } = reading
  if (source === undefined) return { found: nothing, diagnostics: reading.diagnostics }
  const json = readJson(source)
  const faults = [...reading.diagnostics, ...json.diagnostics]
  if (json.root === undefined) return { source, found: nothing, diagnostics: faults }
  const { found, diagnostics } = checkConfig(source, json.root, layer)
  const all = sorted([...faults, ...diagnostics])
  return hasErrors(faults)
    ? { source, found: nothing, diagnostics: all }
    : { source, root: json.root, found, diagnostics: all }
}

export function fileLayer({ path, layer, bytes, diagnostics }: RawFile): ConfigText {
  return bytes === undefined ? { found: nothing, diagnostics } : readConfigText(path, bytes, layer)
}

const nothing: ReadonlyMap<Key, Found> = new Map()

import { excerpt } from '../../dialects/shared/excerpt.ts'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { jsonText } from '../../plan/diagnostics/json-text.ts'
import type { Machine } from '../machine/port.ts'
import { type ConfigPlaces, type RawFile, readRawFile } from './files.ts'
import type { FileLayer, Found, Layer, Origin } from './layers.ts'
import { type Key, keys, settings, type Values } from './settings.ts'
import { isTrusted, needingTrust } from './trust.ts'
import { settingVariables } from './variables.ts'

export interface ConfigRequest extends ConfigPlaces {
  readonly env: NodeJS.ProcessEnv
  /** `--set key=value`, by key. */
  readonly flags?: ReadonlyMap<string, string>
}

export interface Config {
  readonly values: Values
  readonly origins: ReadonlyMap<Key, Origin>
  /** What the project asks for and does not get, because nobody agreed to it. */
  readonly untrusted: ReadonlyMap<Key, Found>
  readonly diagnostics: readonly Diagnostic[]
  /** The files that are read, the winning one last. */
  readonly files: readonly { readonly layer: FileLayer; readonly path: string; readonly isThere: boolean }[]
  /** The text of a file that a diagnostic points into. */
  readonly source: (file: string) => string | undefined
}

/**
 * Puts the configuration together: defaults < the person's file < the project's file < environment < flags. It always
 * comes to an end: what is faulty or not trusted is named, and the layer below counts.
 */
export async function loadConfig(machine: Machine, request: ConfigRequest): Promise<Config> {
  const { env, flags = new Map() } = request
  const files = [await readRawFile(machine, 'user', request), await readRawFile(machine, 'project', request)] as const
  // With nothing to check, and that is the rule, the schema library is not loaded.
  if (!files.some((file) => file.isThere) && settingVariables(env).length === 0 && flags.size === 0) {
    return merged(files, [], noTrustNeeded, () => undefined)
  }
  const { fileLayer } = await import('./file-layer.ts')
  const { environmentLayer, flagLayer } = await import('./text-layers.ts')
  const [user, project] = [fileLayer(files[0]), fileLayer(files[1])]
  const trust = await trusted(machine, request, project)
  const layers = [user, trust.layer, environmentLayer(env), flagLayer(flags)]
  const sources = new Map([user, project].flatMap(({ source }) => (source ? [[source.file, source.text]] : [])))
  return merged(files, layers, trust, (file) => sources.get(file))
}

interface Trusted {
  readonly untrusted: ReadonlyMap<Key, Found>
  readonly diagnostics: readonly Diagnostic[]
}

const noTrustNeeded: Trusted = { untrusted: new Map(), diagnostics: [] }

/** The project's layer, without what needs an agreement that nobody gave. */
async function trusted(machine: Machine, places: ConfigPlaces, layer: Layer): Promise<Trusted & { layer: Layer }> {
  const asked = needingTrust(layer.found)
  const trust = await isTrusted(machine, places, asked)
  if (trust.isTrusted) return { layer, ...noTrustNeeded }
  const found = new Map([...layer.found].filter(([key]) => !asked.has(key)))
  return {
    layer: { found, diagnostics: layer.diagnostics },
    untrusted: asked,
    diagnostics: [...trust.diagnostics, ...[...asked].map(([key, one]) => untrustedFault(key, one))],
  }
}

function untrustedFault(key: Key, { data, origin }: Found): Diagnostic {
  const message = `The project's \`${key}\` is not obeyed: nobody has agreed to it as it is now.`
  const place = 'file' in origin ? { file: origin.file, range: origin.range } : {}
  return diagnostic('E_UNTRUSTED', message, { ...place, actual: excerpt(jsonText(data)) })
}

function merged(
  files: readonly RawFile[],
  layers: readonly Layer[],
  { untrusted, diagnostics }: Trusted,
  source: Config['source'],
): Config {
  const chosen = keys.map((key) => [key, layers.findLast(({ found }) => found.has(key))?.found.get(key)] as const)
  return {
    values: Object.fromEntries(chosen.map(([key, one]) => [key, one?.value ?? settings[key].default])) as Values,
    origins: new Map(chosen.map(([key, one]) => [key, one?.origin ?? { layer: 'default' }])),
    untrusted,
    diagnostics: [...layers.flatMap((layer) => layer.diagnostics), ...diagnostics],
    files: files.map(({ layer, path, isThere }) => ({ layer, path, isThere })),
    source,
  }
}

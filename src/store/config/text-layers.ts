import { excerpt } from '../../dialects/shared/excerpt.ts'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { suggest } from '../../plan/diagnostics/suggest.ts'
import { checkValue } from './check-value.ts'
import type { Found, Layer, Origin } from './layers.ts'
import { isKey, type Key, keys, settingOf } from './settings.ts'
import { didYouMean, unknownKey } from './unknown-key.ts'
import { dataOf, expectedOf, refusedText } from './value-text.ts'
import { looksLikeSetting, settingVariables, variableOf } from './variables.ts'

/** `STEADPLAN_LOCK_WAIT=5s`. An empty variable says nothing. */
export function environmentLayer(env: NodeJS.ProcessEnv): Layer {
  const layer = newLayer()
  for (const key of keys) {
    const variable = variableOf(key)
    if (env[variable]) take(layer, key, env[variable], { layer: 'environment', variable }, variable)
  }
  const known = keys.map(variableOf)
  for (const name of settingVariables(env)) {
    if (known.includes(name)) continue
    const meant = suggest(name, known)
    if (meant === undefined && !looksLikeSetting(name)) continue
    const message = `The variable \`${excerpt(name)}\` sets nothing: there is no such setting.`
    const details = { severity: 'warning', actual: excerpt(name), ...didYouMean(meant) } as const
    layer.diagnostics.push(diagnostic('E_CONFIG', message, details))
  }
  return layer
}

/** `--set lock.wait=5s`, taken apart by the face. */
export function flagLayer(flags: ReadonlyMap<string, string>): Layer {
  const layer = newLayer()
  for (const [key, text] of flags) {
    if (isKey(key)) take(layer, key, text, { layer: 'flag' }, `--set ${key}`)
    else layer.diagnostics.push(unknownKey(key))
  }
  return layer
}

interface GrowingLayer extends Layer {
  readonly found: Map<Key, Found>
  readonly diagnostics: Diagnostic[]
}

function newLayer(): GrowingLayer {
  return { found: new Map(), diagnostics: [] }
}

function take({ found, diagnostics }: GrowingLayer, key: Key, text: string, origin: Origin, name: string): void {
  if (settingOf(key).fromFilesOnly) {
    diagnostics.push(onlyInFiles(key, text, name))
    return
  }
  const data = dataOf(key, text)
  const checked = checkValue(key, data)
  if ('value' in checked) found.set(key, { data, value: checked.value, origin })
  else {
    const details = { actual: refusedText(key, text), expected: expectedOf(key) }
    diagnostics.push(diagnostic('E_CONFIG', `\`${name}\` has a value that it cannot have.`, details))
  }
}

function onlyInFiles(key: Key, text: string, name: string): Diagnostic {
  return diagnostic('E_CONFIG', `\`${name}\` is not obeyed: \`${key}\` counts only in a configuration file.`, {
    actual: excerpt(text),
    hint: 'It is for the person to set, in their own file or in one of a project that they trust.',
  })
}

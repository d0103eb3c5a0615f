import { hasErrors } from '../../../../plan/diagnostics/diagnostic.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import type { Config } from '../../../../store/config/load.ts'
import { keys } from '../../../../store/config/settings.ts'
import { exitCodes } from '../../exit-codes.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import { type ConfigContext, loadFrom } from './context.ts'
import { originText, placeText, plainValue, tellDiagnostics, valueText } from './show.ts'

export async function listConfig(
  terminal: Terminal,
  context: ConfigContext,
  { json = false }: { json?: boolean } = {},
): Promise<number> {
  const config = await loadFrom(context)
  if (json) terminal.out(`${jsonText({ settings: entries(config), diagnostics: toJson(config.diagnostics) }, 2)}\n`)
  else {
    terminal.out(`${table([['SETTING', 'VALUE', 'FROM'], ...rows(config)])}\n`)
    tellDiagnostics(terminal, config.diagnostics, config.source)
  }
  return hasErrors(config.diagnostics) ? exitCodes.faults : exitCodes.ok
}

function rows({ values, origins, untrusted }: Config): string[][] {
  return keys.map((key) => {
    const refused = untrusted.get(key)
    const note = refused === undefined ? '' : `  (not trusted: ${placeText(refused.origin)})`
    return [key, valueText(key, values[key]), originText(origins.get(key)!) + note]
  })
}

/** `value` is what counts, in bytes or milliseconds; `untrusted` what the project asks for instead and does not get. */
function entries({ values, origins, untrusted }: Config): unknown[] {
  return keys.map((key) => {
    const refused = untrusted.get(key)
    return {
      key,
      value: plainValue(values[key]),
      origin: origins.get(key),
      ...(refused && { untrusted: { value: plainValue(refused.value), origin: refused.origin } }),
    }
  })
}

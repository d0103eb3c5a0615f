import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { isKey } from '../../../../store/config/settings.ts'
import { textOf } from '../../../../store/config/value-text.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'
import { type ConfigContext, loadFrom } from './context.ts'
import { plainValue, refuseKey, tellDiagnostics } from './show.ts'

/** The value alone, as `set` takes it. */
export async function getConfig(
  terminal: Terminal,
  context: ConfigContext,
  { key, json = false }: { key: string; json?: boolean },
): Promise<number> {
  if (!isKey(key)) return refuseKey(terminal, key, json)
  const { values, origins, diagnostics, source } = await loadFrom(context)
  if (json) {
    const answer = { key, value: plainValue(values[key]), origin: origins.get(key), diagnostics: toJson(diagnostics) }
    terminal.out(`${jsonText(answer, 2)}\n`)
  } else {
    terminal.out(`${visible(textOf(key, values[key]))}\n`)
    tellDiagnostics(terminal, diagnostics, source)
  }
  return exitCodes.ok
}

import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { trustPath } from '../../../../store/config/trust-file.ts'
import { isThere } from '../../../../store/workspace/look.ts'
import { exitCodes } from '../../exit-codes.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import { type ConfigContext, loadFrom } from './context.ts'

export async function configPaths(
  terminal: Terminal,
  context: ConfigContext,
  { json = false }: { json?: boolean } = {},
): Promise<number> {
  const { files, places } = await loadFrom(context)
  const trust = trustPath(places.userDirs)
  const all = [...files, { layer: 'trust', path: trust, isThere: await isThere(context.machine.files, trust, 'file') }]
  if (json) {
    const answer = all.map((file) => ({ name: file.layer, path: file.path, exists: file.isThere }))
    terminal.out(`${jsonText({ files: answer }, 2)}\n`)
  } else {
    const rows = all.map((file) => [file.layer, file.isThere ? 'exists' : 'missing', visible(file.path)])
    terminal.out(`${table(rows)}\n`)
  }
  return exitCodes.ok
}

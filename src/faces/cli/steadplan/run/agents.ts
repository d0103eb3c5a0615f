import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { standardAgent } from '../../../../run/agent-choice.ts'
import { exitCodes } from '../../exit-codes.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import { type ConfigContext, loadFrom } from '../config/context.ts'
import { tellDiagnostics } from '../config/show.ts'
import type { AgentsOptions } from '../run.ts'
import { findKnownAgents } from './known-agents.ts'

export async function listAgents(terminal: Terminal, context: ConfigContext, { json }: AgentsOptions): Promise<number> {
  const config = await loadFrom(context)
  const known = await findKnownAgents(context, config, undefined)
  const standard = standardAgent(known)
  const defined = config.values['agents.define']
  const rows = [...known.table.values()].map(({ name, kind, argv }) => ({
    name,
    kind,
    argv,
    isDefault: 'kind' in standard && standard.name === name,
    isYours: defined.has(name),
    program: known.programs.get(name),
  }))
  if (json) {
    const why = 'kind' in standard ? undefined : standard.message
    terminal.out(`${jsonText({ agents: rows, why, diagnostics: toJson(config.diagnostics) }, 2)}\n`)
    return exitCodes.ok
  }
  tellDiagnostics(terminal, config.diagnostics, config.source)
  const { paint, width } = terminal
  const lines = rows.map(({ name, kind, isDefault, isYours, program }) => [
    `${isDefault ? '*' : ' '} ${visible(name)}`,
    isYours ? `${kind}, yours` : kind,
    kind === 'person' ? 'you' : program === undefined ? 'not installed' : visible(program),
  ])
  terminal.out(`${table(lines, width)}\n`)
  const end =
    'kind' in standard ? `* is used for steps that name no agent` : `${standard.message} ${standard.hint ?? ''}`
  terminal.out(`${paint.out('label', visible(end))}\n`)
  return exitCodes.ok
}

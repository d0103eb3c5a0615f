import type { TeddyPlan } from '../../../../dialects/teddy/plan.ts'
import { readTeddy, type TeddyReading } from '../../../../dialects/teddy/read.ts'
import { hasErrors } from '../../../../plan/diagnostics/diagnostic.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { renderTerminal } from '../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import type { CheckOptions } from '../check.ts'
import { type Inputs, planInput } from '../input.ts'

export async function checkPlan(
  terminal: Terminal,
  context: ConfigContext,
  inputs: Inputs,
  word: string | undefined,
  { json = false }: CheckOptions,
): Promise<number> {
  const { name, bytes, limits } = await planInput(context, inputs, word)
  const reading = readTeddy(name, bytes, limits)
  terminal.out(json ? `${jsonText(asJson(name, reading), 2)}\n` : textOf(name, reading, terminal))
  return hasErrors(reading.diagnostics) ? exitCodes.faults : exitCodes.ok
}

function asJson(name: string, { plan, diagnostics }: TeddyReading) {
  const count = (severity: string) => diagnostics.filter((one) => one.severity === severity).length
  return {
    file: name,
    title: plan?.title.value ?? null,
    memos: plan?.memos.length ?? 0,
    actions: plan?.actions.map(({ position, kind }) => ({ position, kind })) ?? [],
    isSound: !hasErrors(diagnostics),
    errors: count('error'),
    warnings: count('warning'),
    diagnostics: toJson(diagnostics),
  }
}

function textOf(name: string, { plan, text, diagnostics }: TeddyReading, { paint, width }: Terminal): string {
  const faults = renderTerminal(diagnostics, { source: () => text, paint: paint.out, width })
  const counts = plan === undefined ? '' : `: ${countsOf(plan)}`
  const verdict = diagnostics.length === 0 ? ': nothing wrong' : ''
  return `${faults === '' ? '' : `${faults}\n\n`}${visible(name)}${counts}${verdict}\n`
}

//     4 actions (CREATE, EDIT, 2 × READ)
function countsOf({ actions }: TeddyPlan): string {
  const counts = new Map<string, number>()
  for (const { kind } of actions) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const kinds = [...counts].map(([kind, count]) => (count === 1 ? kind : `${count} × ${kind}`))
  return counted(actions.length, 'action') + (kinds.length === 0 ? '' : ` (${kinds.join(', ')})`)
}

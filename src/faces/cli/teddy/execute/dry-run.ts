import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { Step } from '../../../../plan/types.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import { actionsJson, memosJson } from '../../steadplan/look/actions-json.ts'
import type { Here } from './here.ts'
import { headLines, stepLines } from './show.ts'
import type { PlanSource } from './source.ts'
import type { KnownYes } from './yes.ts'

/** Shows all that would be done with the project as it is now, and does nothing. */
export function tellDryRun(
  { terminal, options }: Here,
  { name }: PlanSource,
  shown: ReviewedPlan,
  meant: readonly Step[],
  known: KnownYes,
): number {
  const { reading, list, actions, diagnostics } = shown
  const isAsked = ({ id }: Step): boolean => options.again === true || !known.has(id)
  if (options.json) {
    const steps = meant.map((step) => ({ step: step.id, isAsked: isAsked(step), ...actionsJson(actions.get(step.id)) }))
    const told = {
      type: 'dry-run',
      plan: name,
      title: reading.plan.title,
      ...(list && { memos: memosJson(list) }),
      steps,
    }
    terminal.out(`${jsonText({ ...told, diagnostics: toJson(diagnostics) })}\n`)
    return exitCodes.ok
  }
  tellDiagnostics(terminal, diagnostics)
  const lines = [
    ...headLines(shown, name, terminal),
    ...meant.flatMap((step) => stepLines(shown, step, terminal)),
    '',
    `${visible(name)}: ${counted(meant.length, 'action')} would be carried out, ${meant.filter(isAsked).length} of them asked about`,
  ]
  terminal.out(`${lines.join('\n')}\n`)
  return exitCodes.ok
}

import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { Step } from '../../../../plan/types.ts'
import type { OpenedPlan } from '../../../../store/plans/open-plan.ts'
import { counted } from '../../counted.ts'
import { actionLines } from '../../steadplan/decide/action-lines.ts'
import { besideLines } from '../../steadplan/decide/beside-lines.ts'
import type { Terminal } from '../../terminal.ts'

/** What stands before the actions: what the plan is called, by whom it is, and what it wants to have remembered. */
export function headLines(opened: OpenedPlan, name: string, { paint }: Terminal): string[] {
  const { title, steps } = opened.reading.plan
  return [
    paint.out('place', visible(title)),
    `${visible(name)}: ${counted(steps.length, 'action')}`,
    ...besideLines(opened),
  ]
}

/** All that an action does, as whoever says yes has to see it: nothing is cut, and nothing in it acts on a terminal. */
export function stepLines({ reading, actions }: OpenedPlan, { id }: Step, { paint }: Terminal): string[] {
  const { steps } = reading.plan
  const position = steps.findIndex((one) => one.id === id) + 1
  const own = actions.get(id)!
  return [
    '',
    paint.out('info', `Action ${position} of ${steps.length}`),
    ...actionLines(own, { paint: paint.out }),
    ...own.consents.map(({ what, why }) =>
      paint.out('warning', `needs a yes of its own: ${visible(what)} (${visible(why)})`),
    ),
  ]
}

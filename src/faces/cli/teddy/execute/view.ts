import type { StepStatus } from '../../../../plan/step-status.ts'
import type { Plan, StepId } from '../../../../plan/types.ts'
import type { RunEvent } from '../../../../run/events.ts'
import { clipped } from '../../clipped.ts'
import { newPicture, type Picture } from '../../steadplan/run/picture.ts'
import { openView, type RunView } from '../../steadplan/run/view.ts'
import type { Here } from './here.ts'

export interface ExecutionView extends RunView {
  readonly picture: Picture
  /** Gives the terminal to somebody else for a while. */
  pause<T>(work: () => Promise<T>): Promise<T>
}

/** The view of a run beside the report. Actions are called by their number and what they do: `3 EXECUTE npm test`. */
export function openExecutionView(
  { machine, terminal, beside, context, options }: Here,
  name: string,
  plan: Plan,
  statusOf: (step: StepId) => StepStatus,
): ExecutionView {
  const nowMs = (): number => machine.now().monotonicMs
  if (options.json) {
    const picture = newPicture(name, plan, statusOf, nowMs())
    return { ...openView({ terminal, picture, nowMs }, true, context.env), picture, pause: (work) => work() }
  }
  const labels = new Map(plan.steps.map(({ id, title }, at) => [id, `${at + 1} ${clipped(title, mostOfTitle)}`]))
  const ids = new Map([...labels].map(([id, label]) => [label, id]))
  // One behind the other they would be a wave each.
  const steps = plan.steps.map((step) => ({ ...step, id: labels.get(step.id)!, dependsOn: [] }))
  const picture = newPicture(name, { ...plan, steps }, (label) => statusOf(ids.get(label)!), nowMs())
  const open = (): RunView => openView({ terminal: beside, picture, nowMs }, false, context.env)
  let view = open()
  return {
    picture,
    event: (event) => view.event(labelled(event, labels)),
    say: (line) => view.say(line),
    close: () => view.close(),
    async pause(work) {
      view.close()
      try {
        return await work()
      } finally {
        view = open()
      }
    },
  }
}

/** There has to be room for what a command prints. */
const mostOfTitle = 30

function labelled(event: RunEvent, labels: ReadonlyMap<StepId, string>): RunEvent {
  const label = (id: StepId): string => labels.get(id) ?? id
  const named = { ...event, step: label(event.step) }
  return named.type === 'doomed' ? { ...named, because: label(named.because) } : named
}

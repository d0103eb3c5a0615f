import { stepStatus } from '../../../../plan/state.ts'
import type { Step, StepId } from '../../../../plan/types.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { ProjectFacts } from '../../../../rules/actions/facts.ts'
import { runTeddy, type TeddyOutcome } from '../../../../run/actions/run-teddy.ts'
import { approvedPlan } from '../../../../run/approved-plan.ts'
import type { Resolution } from '../../../../run/recovery.ts'
import { openPlaceOf } from '../../../../store/plans/found-plan.ts'
import { signalActions } from '../../steadplan/run/signal-actions.ts'
import { takeSignals } from '../../steadplan/run/signals.ts'
import { openChat } from './chat.ts'
import type { Here } from './here.ts'
import { openExecutionView } from './view.ts'

/** A plan with all that was decided about it. */
export interface Execution {
  readonly reviewed: ReviewedPlan
  /** The real path of the project. */
  readonly root: string
  readonly meant: readonly Step[]
  readonly resolutionOf: ReadonlyMap<StepId, Resolution>
  readonly remembered: Pick<ProjectFacts, 'memos' | 'context'>
  readonly isAtomic: boolean
}

export interface CarriedOut {
  readonly outcome: TeddyOutcome
  readonly durationMs: number
  /** The number to exit with, when a signal came. */
  readonly signal?: number
}

/** Carries out what was approved, with what is seen of it, signals, and whoever answers messages. */
export async function carryOut(here: Here, execution: Execution): Promise<CarriedOut> {
  const { machine, userDirs, opening, values, caller, options } = here
  const { reviewed, root, meant, resolutionOf, remembered, isAtomic } = execution
  const { found } = reviewed
  const approved = await approvedPlan(machine, userDirs, reviewed, opening)
  const { plan } = approved.reading
  const positionOf = (step: StepId): number => plan.steps.findIndex(({ id }) => id === step) + 1
  const place = await openPlaceOf(machine, found)
  const view = openExecutionView(here, found.name, plan, (step) => stepStatus(reviewed.state, step))
  const [stop, cancel] = [new AbortController(), new AbortController()]
  const chat = openChat(here, view, cancel.signal)
  const onSignal = signalActions(view, view.picture, stop, cancel)
  const signals = takeSignals({
    stop() {
      onSignal.stop()
      // Who is asked and presses Ctrl-C does not mean to answer.
      if (chat.isAsking()) onSignal.cancel()
    },
    cancel: onSignal.cancel,
  })
  const began = machine.now().monotonicMs
  try {
    const outcome = await runTeddy({
      machine,
      place,
      lockWaitMs: values['lock.wait'],
      leaseMs: values['lease.ttl'],
      approved,
      by: caller.by,
      cwd: root,
      env: { pass: values['process.pass'], set: values['process.env'] },
      timeoutMs: values['process.timeout'],
      resolutionOf: (step) => resolutionOf.get(step),
      stop,
      cancel: cancel.signal,
      onEvent: (event) => view.event(event),
      ...(options.only && { only: meant.map(({ id }) => positionOf(id)) }),
      acting: {
        research: { url: values['research.url'], command: values['research.command'] },
        outputCap: values['process.output'],
        remembered,
        atomic: isAtomic,
        ...(chat.answer && { chat: chat.answer }),
      },
    })
    const signal = signals.exitCode()
    const durationMs = machine.now().monotonicMs - began
    return { outcome, durationMs, ...(signal !== undefined && { signal }) }
  } finally {
    view.close()
    signals.restore()
  }
}

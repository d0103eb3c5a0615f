import type { Action } from '../../dialects/teddy/plan.ts'
import type { ActionEnded, FileChanging } from '../../plan/action-records.ts'
import { moveStep } from '../../plan/decisions.ts'
import type { PlanRecord } from '../../plan/records.ts'
import { type PlanState, stepStatus } from '../../plan/state.ts'
import type { StepId } from '../../plan/types.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { PlanLog } from '../../store/plan-log.ts'
import type { ActionStep } from './action-steps.ts'
import { clearAfter, type Fate, fateOf } from './interrupted.ts'
import { actionKey, type Ledger } from './ledger.ts'

interface Settling {
  readonly machine: Machine
  readonly root: string
  readonly steps: ReadonlyMap<StepId, ActionStep>
  readonly ledger: Ledger
  readonly by: string
  readonly log: Pick<PlanLog, 'read'>
  readonly decide: (records: (state: PlanState) => readonly PlanRecord[]) => Promise<void>
}

/** Decides about interrupted steps as far as it can be known what came of them. The others stay, for a person to decide. */
export async function settleInterrupted(settling: Settling): Promise<void> {
  const { steps, log } = settling
  const { state } = await log.read()
  const interrupted = [...steps.values()].filter(({ step }) => stepStatus(state, step.id) === 'interrupted')
  for (const one of interrupted) await settleStep(one, settling)
}

async function settleStep({ step, actions }: ActionStep, settling: Settling): Promise<void> {
  const { machine, root, ledger, by, decide } = settling
  const open = actions.filter(({ position }) => !ledger.done.get(step.id)?.has(position))
  const [action] = open
  if (action === undefined) return move('pending', 'its actions are done')
  const fate = await fateOf(machine, root, ledger, step.id, action)
  const changing = ledger.changing.get(actionKey(step.id, action.position))
  if (changing !== undefined) await clearAfter(machine, root, changing, fate)
  if (fate.is === 'unknown') return
  if (fate.is === 'undone') return move('pending', fate.why)
  const isOver = open.length === 1 && (step.verify ?? []).length === 0
  await move(isOver ? 'complete' : 'pending', fate.why, [foundDone(step.id, action, fate, changing)])

  function move(to: 'pending' | 'complete', why: string, records: readonly PlanRecord[] = []): Promise<void> {
    return decide((state) => {
      if (stepStatus(state, step.id) !== 'interrupted') return []
      return [...records, ...moveStep(state, step.id, to, by, { why: `after an interruption: ${why}` })]
    })
  }
}

function foundDone(
  step: StepId,
  { position: action, kind }: Action,
  { why }: Fate,
  changing: (FileChanging & { readonly at?: string }) | undefined,
): ActionEnded {
  const files = changing === undefined ? [] : [changing.path]
  const nothing = { output: '', outputBytes: 0, durationMs: 0 }
  const beganAt = changing?.at ?? ''
  return { type: 'action.ended', step, action, kind, status: 'succeeded', why, beganAt, files, ...nothing }
}

import { fault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { stepStatus } from '../../../../plan/state.ts'
import { stepWords } from '../../../../plan/step-status.ts'
import type { Step, StepId } from '../../../../plan/types.ts'
import { teddyStanding } from '../../../../run/actions/run-teddy.ts'
import { directoryOf } from '../../../../run/isolation.ts'
import { filesChangedSince, type LeftStep, leftBehind } from '../../../../run/left-behind.ts'
import type { Resolution } from '../../../../run/recovery.ts'
import { readRecords } from '../../../../store/plan-log.ts'
import { pathOf } from '../../../../store/plans/found-plan.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import { momentText } from '../../moment.ts'
import { openProject, reviewChosen } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellBeside } from '../decide/decided.ts'
import { listed } from '../decide/words.ts'
import { chooseStep } from '../look/choose-step.ts'
import type { ResumeOptions } from '../run.ts'
import { carryOutPlan } from './carry-out.ts'
import { type IsolationRequest, leftOf } from './isolate.ts'
import { tellingFaults } from './tell-fault.ts'

export async function resumePlan(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: ResumeOptions,
): Promise<number> {
  return tellingFaults(terminal, options.json === true, async () => {
    const project = await openProject(context, 'steadplan resume')
    tellBeside(terminal, project, options)
    const reviewed = await reviewChosen(project, word)
    const { machine } = project
    const left = leftBehind(machine, reviewed.state, await readRecords(machine, reviewed.place))
    const decided = decidedByFlags(reviewed.reading.plan.steps, left, options)
    const request = { project, reviewed, flags: options }
    await tellWhereItStands(terminal, request, left)
    const open = left.filter(({ step }) => !decided.has(step))
    if (open.length > 0 && terminal.isInteractive && !options.json) {
      const isKnown = await knownByItself(request)
      for (const one of open.filter(({ step }) => !isKnown(step))) {
        const answer = await askAbout(context, one)
        if (answer === undefined) {
          terminal.err('Left as it is; nothing was run\n')
          return exitCodes.faults
        }
        decided.set(one.step, answer)
      }
    }
    const resolutionOf = (step: StepId) => decided.get(step) ?? options.interrupted
    const retryFailed = options.retryFailed === true
    return carryOutPlan(terminal, context, { ...request, resolutionOf, retryFailed })
  })
}

/** Of an action in the checkout, the file that it changes can tell whether it was done: nobody need be asked. */
async function knownByItself({ project, reviewed, flags }: IsolationRequest): Promise<(step: StepId) => boolean> {
  const { machine, workspace } = project
  const worktrees = await leftOf({ project, reviewed, flags }, workspace.root)
  const at = { machine, place: reviewed.place, approved: reviewed, cwd: workspace.root }
  const known = (await teddyStanding(at)).interrupted.filter(({ is }) => is !== 'unknown').map(({ step }) => step)
  return (step) => known.includes(step) && directoryOf(worktrees, step) === undefined
}

const decisions: readonly Resolution[] = ['keep', 'redo', 'skip', 'fail']

/** What the command line says about each step; a step that is named has to be one that was interrupted. */
function decidedByFlags(
  steps: readonly Step[],
  left: readonly LeftStep[],
  options: ResumeOptions,
): Map<StepId, Resolution> {
  const decided = new Map<StepId, Resolution>()
  const { interrupted } = options
  if (interrupted !== undefined) for (const { step } of left) decided.set(step, interrupted)
  for (const decision of decisions) {
    for (const word of options[decision] ?? []) {
      const { id } = chooseStep(steps, word)
      if (!left.some(({ step }) => step === id)) {
        throw fault('E_BAD_MOVE', `step ${id} was not interrupted, so there is nothing to decide about it`)
      }
      decided.set(id, decision)
    }
  }
  return decided
}

async function tellWhereItStands(
  terminal: Terminal,
  request: IsolationRequest,
  left: readonly LeftStep[],
): Promise<void> {
  const { machine, workspace } = request.project
  const { reading, state, found } = request.reviewed
  const isLeft = new Set(left.map(({ step }) => step))
  const ids = reading.plan.steps.map(({ id }) => id)
  const idsIn = (status: string) => ids.filter((id) => stepStatus(state, id) === status && !isLeft.has(id))
  const [done, failed, open] = [idsIn('complete'), idsIn('failed'), idsIn('pending')]
  const changed = new Map<StepId, readonly string[] | undefined>()
  const worktrees = await leftOf(request, workspace.root)
  for (const { step, since } of left.slice(0, mostLooked)) {
    const cwd = directoryOf(worktrees, step) ?? workspace.root
    changed.set(step, await filesChangedSince(machine, cwd, since, pathOf(found)))
  }
  if (request.flags.json) {
    const interrupted = left.map((one) => ({ ...one, files: changed.get(one.step) }))
    terminal.out(`${jsonText({ type: 'left', plan: found.name, done, failed, open, interrupted })}\n`)
    return
  }
  const lines = [
    ...(
      [
        ['complete', done],
        ['failed', failed],
        ['pending', open],
      ] as const
    )
      .filter(([, some]) => some.length > 0)
      .map(([status, some]) => `${counted(some.length, 'step')} ${stepWords[status]}: ${listed(some)}`),
    ...left.flatMap((one) => leftLines(one, changed.get(one.step))),
    ...(left.length === 0 ? ['Nothing was interrupted'] : []),
  ]
  terminal.out(`${lines.join('\n')}\n`)
}

/** Asking git takes a moment each time. */
const mostLooked = 50

function leftLines({ step, by, since }: LeftStep, files: readonly string[] | undefined): string[] {
  return [
    `! ${visible(step)} was interrupted; ${visible(by)} began it on ${momentText(since)}`,
    ...(files === undefined ? [] : [`    files changed since: ${files.length === 0 ? 'none' : listed(files)}`]),
  ]
}

/** Undefined: the person leaves. */
async function askAbout({ ask }: ConfigContext, { step }: LeftStep): Promise<Resolution | undefined> {
  for (let tries = 0; tries < 3; tries++) {
    const answer = (await ask(`${visible(step)}: keep and verify, redo, skip or fail? [k/r/s/f] `)).trim().toLowerCase()
    if (answer === '') return undefined
    const meant = decisions.find((one) => one.startsWith(answer))
    if (meant !== undefined) return meant
  }
  return undefined
}

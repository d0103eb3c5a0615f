import { hasErrors, sorted } from '../../../../plan/diagnostics/diagnostic.ts'
import { fault } from '../../../../plan/diagnostics/fault.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { type ReviewedPlan, reviewedPlan } from '../../../../review/reviewed-plan.ts'
import { type TeddyStanding, teddyStanding } from '../../../../run/actions/run-teddy.ts'
import { type OpenedPlan, openPlanFiles, readingOf } from '../../../../store/plans/open-plan.ts'
import { turnName } from '../../../../store/teddy/teddy-place.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import { tellingFaults } from '../../steadplan/run/tell-fault.ts'
import type { Terminal } from '../../terminal.ts'
import type { ExecuteOptions } from '../execute.ts'
import type { Inputs } from '../input.ts'
import { decideAndCarryOut, leave, stepsIn } from './decide-and-carry-out.ts'
import { tellDryRun } from './dry-run.ts'
import { type Ended, endExecution } from './end.ts'
import { type Here, openHere } from './here.ts'
import { lookAt, remembered } from './look.ts'
import { meantSteps, refuseUnknown } from './meant.ts'
import { tellRefused } from './refused.ts'
import { fenceFaults, type PlanSource, pastedContent, sourceOf } from './source.ts'
import { decideInterrupted, tellStanding } from './where-it-stands.ts'
import { knownYes } from './yes.ts'

export async function executePlan(
  terminal: Terminal,
  context: ConfigContext,
  inputs: Inputs,
  word: string | undefined,
  options: ExecuteOptions,
): Promise<number> {
  return tellingFaults(terminal, options.json === true, async () => {
    const here = await openHere(terminal, context, inputs, options)
    if (!options.json) tellDiagnostics(terminal, here.config.diagnostics, here.config.source)
    return execute(here, await sourceOf(here, word))
  })
}

/** Carries out the plan of the turn that a session is in, or goes on with it. */
export function executeTurn(
  terminal: Terminal,
  context: ConfigContext,
  inputs: Inputs,
  options: ExecuteOptions & { readonly session: string },
): Promise<number> {
  return executePlan(terminal, context, inputs, undefined, options)
}

async function execute(here: Here, source: PlanSource): Promise<number> {
  const { machine, userDirs, options, place } = here
  tellSource(here, source)
  const opened = await openSource(here, source)
  const fences = fenceFaults(here, source, opened)
  if (opened.list === undefined) return tellRefused(here, source, opened, opened.diagnostics)
  const isFaulty = hasErrors([...fences, ...opened.diagnostics])
  const reviewed = await reviewedPlan(machine, userDirs, opened)
  refuseUnknown(reviewed, options)
  refuseCancelled(reviewed)
  const root = await machine.files.realpath(place.workspace.root)
  const standing = await teddyStanding({ machine, place: opened.place, approved: opened, cwd: root })
  tellStanding(here, standing)
  const resolutionOf = options.dryRun || isFaulty ? new Map() : await decideInterrupted(here, source, standing)
  if (resolutionOf === undefined) return leave(here)
  const meant = meantSteps(reviewed, standing, resolutionOf, options)
  const facts = await remembered(here, source, reviewed)
  const shown = await lookAt(here, reviewed, { isLeft: (step) => meant.has(step), remembered: facts })
  // What a run was putting back is put back first, and everything is checked after that.
  const isToBePutBack = standing.group === 'taking back'
  const faults = sorted([...fences, ...shown.diagnostics])
  if (isFaulty || (hasErrors(faults) && !isToBePutBack)) return tellRefused(here, source, shown, faults)
  if (!options.json) tellDiagnostics(here.terminal, shown.diagnostics)
  const known = await knownYes(here, shown)
  if (options.dryRun) return tellDryRun(here, source, shown, stepsIn(shown, meant), known)
  if (meant.size === 0 && isOver(here, reviewed, standing)) return endExecution(here, source, overOf(shown, standing))
  return decideAndCarryOut(here, {
    source,
    reviewed,
    root,
    standing,
    resolutionOf,
    meant,
    remembered: facts,
    shown,
    known,
  })
}

function openSource({ machine, opening }: Here, source: PlanSource): Promise<OpenedPlan> | OpenedPlan {
  const { found, text } = source
  return text === undefined ? openPlanFiles(machine, found, opening) : readingOf(found, pastedContent(source), opening)
}

function tellSource({ beside, options }: Here, { from, session, name }: PlanSource): void {
  if (from !== 'turn' || options.json) return
  beside.out(`The plan of session ${session!.name}, turn ${turnName(session!.last.number)}: ${visible(name)}\n`)
}

function refuseCancelled({ state, found }: ReviewedPlan): void {
  if (state.status !== 'cancelled') return
  throw fault('E_BAD_MOVE', `The plan ${found.name} was cancelled.`, {
    actual: state.status,
    hint: 'To carry it out all the same, put it into a file of another name.',
  })
}

/** Nothing is left to be done, nor to be decided. */
function isOver({ options }: Here, { state }: ReviewedPlan, { interrupted, group }: TeddyStanding): boolean {
  return interrupted.length === 0 && group === undefined && (state.status === 'completed' || options.only !== undefined)
}

function overOf({ list, place, state }: ReviewedPlan, { actions }: TeddyStanding): Ended {
  return { plan: list!, place, status: state.status, actions }
}

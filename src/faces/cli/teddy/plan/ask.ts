import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { openPlanner } from '../../../../planner/open-planner.ts'
import { UnsoundDraft } from '../../../../planner/refine.ts'
import { draftTeddyPlan } from '../../../../planner/teddy/draft.ts'
import { whatIsTold } from '../../../../run/teddy/told.ts'
import { readPromptFiles } from '../../../../store/config/prompt-files.ts'
import { fromTop } from '../../../../store/plans/teddy-plan.ts'
import { keepDraft } from '../../../../store/teddy/keep-draft.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import { type ConfigContext, configPlaces } from '../../steadplan/config/context.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import { takeSignals } from '../../steadplan/run/signals.ts'
import type { Terminal } from '../../terminal.ts'
import type { Teddy } from '../session/open.ts'
import { checkInProject } from './check.ts'
import type { MadePlan } from './made-plan.ts'
import { planningProgress } from './progress.ts'

/** Has a plan written by whoever is configured to. Answers the number to exit with when a signal ended it. */
export async function askForPlan(
  terminal: Terminal,
  context: ConfigContext,
  teddy: Teddy,
  session: TeddySession,
): Promise<MadePlan | number> {
  const { machine, place, values, limits, lock } = teddy
  const environment = { pass: values['process.pass'], set: values['process.env'] }
  const source = openPlanner(values, { env: context.env, cwd: place.workspace.root, environment })
  const { prompts, diagnostics } = await readPromptFiles(machine, await configPlaces(context), '.teddy/prompts')
  tellDiagnostics(terminal, diagnostics)
  const { resources, ...turn } = await whatIsTold(machine, place, session, limits.markdown)
  const progress = planningProgress(terminal, source.name, resources)
  const stop = new AbortController()
  const abort = () => stop.abort()
  const signals = takeSignals({ stop: abort, cancel: abort })
  try {
    const made = await draftTeddyPlan({
      source,
      attempts: values['planner.attempts'],
      signal: stop.signal,
      onProgress: progress.tell,
      turn,
      own: prompts,
      limits,
      check: (draft) => checkInProject(teddy, session, draft),
    })
    const { value, attempts, usage, model = source.name } = made
    return { text: value.text, origin: { from: model, attempts, ...usage }, diagnostics: made.diagnostics }
  } catch (error) {
    const code = signals.exitCode()
    if (code !== undefined && isFault(error, 'E_PLANNER_STOPPED')) return code
    if (!(error instanceof UnsoundDraft)) throw error
    const path = await keepDraft(machine, place, session.last, error.draft, lock)
    const kept = fromTop(place.workspace, path)
    return { text: error.draft, origin: { from: source.name }, diagnostics: error.diagnostics, kept }
  } finally {
    progress.end()
    signals.restore()
  }
}

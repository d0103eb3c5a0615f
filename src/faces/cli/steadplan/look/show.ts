import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { buildGraph } from '../../../../plan/graph/graph.ts'
import { type Waves, waves as wavesOf } from '../../../../plan/graph/waves.ts'
import type { Noted } from '../../../../plan/records.ts'
import type { Logged } from '../../../../plan/state.ts'
import type { StepId } from '../../../../plan/types.ts'
import { type ReviewedPlan, reviewedPlan } from '../../../../review/reviewed-plan.ts'
import { type StepStory, storiesOf } from '../../../../run/step-story.ts'
import { readRecords } from '../../../../store/plan-log.ts'
import { placeOf } from '../../../../store/plans/found-plan.ts'
import { type KeptVersions, keptVersions } from '../../../../store/plans/kept-versions.ts'
import { openPlan, readingOf } from '../../../../store/plans/open-plan.ts'
import { exitCodes } from '../../exit-codes.ts'
import { chosenPlan, openProject, type Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import type { ShowOptions } from '../look.ts'
import { chooseStep } from './choose-step.ts'
import { openComments } from './comments.ts'
import { planJson } from './plan-json.ts'
import { planText } from './plan-text.ts'
import { stepText } from './step-text.ts'

/** A plan with all that is to be shown of it. */
export interface ShownPlan {
  readonly plan: ReviewedPlan
  readonly kept: KeptVersions
  /** The version that is shown, when it is not the files as they are now. */
  readonly version: number | undefined
  readonly waves: Waves
  readonly comments: readonly Logged<Noted>[]
  /** What happened to each step, as the log tells it. */
  readonly stories: ReadonlyMap<StepId, StepStory>
}

export async function showPlan(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  stepWord: string | undefined,
  { version, json = false }: ShowOptions,
): Promise<number> {
  const shown = await lookAt(await openProject(context, 'steadplan show'), word, version)
  const step = stepWord === undefined ? undefined : chooseStep(shown.plan.reading.plan.steps, stepWord)
  if (json) terminal.out(`${jsonText(planJson(shown, step), 2)}\n`)
  else terminal.out(`${(step ? stepText(shown, step, terminal) : planText(shown, terminal)).join('\n')}\n`)
  return exitCodes.ok
}

async function lookAt(project: Project, word: string | undefined, version: number | undefined): Promise<ShownPlan> {
  const { machine, userDirs, options } = project
  const found = await chosenPlan(project, word)
  const kept = await keptVersions(machine, placeOf(found))
  const opened =
    version === undefined ? await openPlan(machine, found, options) : readingOf(found, kept.contentOf(version), options)
  const plan = await reviewedPlan(machine, userDirs, opened)
  const records = await readRecords(machine, opened.place)
  const waves = wavesOf(buildGraph(plan.reading.plan.steps))
  return { plan, kept, version, waves, comments: openComments(records), stories: storiesOf(records) }
}

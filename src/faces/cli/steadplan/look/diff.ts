import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { type PlanDiff, planDiff } from '../../../../plan/diff/plan-diff.ts'
import type { Plan } from '../../../../plan/types.ts'
import type { Content } from '../../../../store/content/content.ts'
import { placeOf } from '../../../../store/plans/found-plan.ts'
import { keptVersions } from '../../../../store/plans/kept-versions.ts'
import { readingOf } from '../../../../store/plans/open-plan.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, reviewChosen } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import type { DiffOptions } from '../look.ts'
import { type FileDiff, fileDiffs } from './diff/file-diffs.ts'
import { type Side, sideOf } from './diff/side.ts'
import { diffText } from './diff/text.ts'

export interface ComparedPlan {
  readonly name: string
  readonly prefix: string
  readonly from: Side
  readonly to: Side
  readonly before: Plan
  readonly after: Plan
  readonly meaning: PlanDiff
  readonly files: readonly FileDiff[]
}

export async function diffPlan(
  terminal: Terminal,
  context: ConfigContext,
  words: { readonly plan: string | undefined; readonly from: string | undefined; readonly to: string | undefined },
  { stat = false, json = false }: DiffOptions,
): Promise<number> {
  const project = await openProject(context, 'steadplan diff')
  const plan = await reviewChosen(project, words.plan)
  const { found, content } = plan
  const kept = await keptVersions(project.machine, placeOf(found))
  const from = sideOf(words.from, plan, kept)
  if (from === undefined) {
    terminal.out(json ? `${jsonText({ name: found.name, from: null }, 2)}\n` : 'No version is kept yet\n')
    return exitCodes.ok
  }
  const to = sideOf(words.to ?? 'now', plan, kept)!
  const contentOf = ({ version }: Side): Content => (version === undefined ? content : kept.contentOf(version))
  const planOf = (side: Side): Plan => readingOf(found, contentOf(side), project.options).reading.plan
  const [before, after] = [planOf(from), planOf(to)]
  const files = fileDiffs(contentOf(from), contentOf(to))
  const compared = { name: found.name, prefix: found.prefix, from, to, before, after, files }
  const answer: ComparedPlan = { ...compared, meaning: meaningOf(before, after, plan.list !== undefined) }
  if (json) terminal.out(`${jsonText(asJson(answer), 2)}\n`)
  else terminal.out(`${diffText(answer, stat, terminal).join('\n')}\n`)
  return exitCodes.ok
}

/** In a list each step waits for the one before it: that says nothing beyond what was added and removed. */
function meaningOf(before: Plan, after: Plan, isList: boolean): PlanDiff {
  const meaning = planDiff(before, after)
  return isList ? { ...meaning, changed: [] } : meaning
}

function asJson({ name, from, to, meaning, files }: ComparedPlan): unknown {
  return { name, from: from.version ?? 'now', to: to.version ?? 'now', ...meaning, files }
}

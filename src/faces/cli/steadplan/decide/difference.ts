import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { type HunkLine, textDiff } from '../../../../plan/diff/text-diff.ts'
import { digestOf } from '../../../../review/digest.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { keptVersions } from '../../../../store/plans/kept-versions.ts'
import { type OpenedPlan, readingOf, sourceOf } from '../../../../store/plans/open-plan.ts'
import type { Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'

/**
 * What the last yes was given to; undefined when there is none, or when the history does not have it as it was: a history
 * can be edited so that a difference does not show.
 */
export async function approvedVersion(project: Project, plan: ReviewedPlan): Promise<OpenedPlan | undefined> {
  const { approval, is } = plan.standing
  if (approval === undefined || is === 'foreign') return undefined
  try {
    const { contentOf } = await keptVersions(project.machine, plan.place)
    const version = readingOf(plan.found, contentOf(approval.version), project.options)
    return digestOf(version.reading.signed).hash === approval.hash ? version : undefined
  } catch (error) {
    if (!isFault(error)) throw error
    return undefined
  }
}

/** What changed in the file of a step, or in `plan.md` without one, line by line. */
export function differenceLines({ paint }: Terminal, before: OpenedPlan, now: OpenedPlan, step?: string): string[] {
  const [old, text] = [textOf(before, step), textOf(now, step)]
  if (old === text) return ['Nothing changed here since the last yes.']
  const { hunks } = textDiff(old, text)
  if (hunks === undefined) return ['It changed too much since the last yes to be shown line by line.']
  return hunks.flatMap(({ from, to, lines }) => [
    paint.out('gutter', `line ${from} → ${to}`),
    ...lines.map((line) => lineText(paint.out, line)),
  ])
}

function textOf(opened: OpenedPlan, id: string | undefined): string {
  const { places, steps } = opened.reading.plan
  const file = id === undefined ? places?.file : steps.find((step) => step.id === id)?.place?.file
  return (file !== undefined && sourceOf(opened, file)) || ''
}

/** One line of a difference, in which nothing is cut and nothing hidden. */
export function lineText(paint: Terminal['paint']['out'], { kind, text, isUnended }: HunkLine): string {
  const shown = visible(text, { tab: '    ' })
  if (kind === 'same') return ` ${shown}`.trimEnd()
  const line = blanksShown(shown) + (isUnended ? '  (without a line end)' : '')
  return kind === 'added' ? paint('info', `+${line}`) : paint('error', `-${line}`)
}

/** Blanks at the end of a line are a change that nobody sees. */
function blanksShown(line: string): string {
  const text = line.trimEnd()
  return text + '·'.repeat(line.length - text.length)
}

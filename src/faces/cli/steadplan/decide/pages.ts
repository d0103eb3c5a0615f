import { renderTerminal } from '../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { buildGraph, firstOfEachId } from '../../../../plan/graph/graph.ts'
import { waves } from '../../../../plan/graph/waves.ts'
import type { StepId } from '../../../../plan/types.ts'
import { risksOf } from '../../../../review/policy.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { sourceOf } from '../../../../store/plans/open-plan.ts'
import { counted } from '../../counted.ts'
import { momentText } from '../../moment.ts'
import type { Terminal } from '../../terminal.ts'
import { besideLines } from './beside-lines.ts'
import { statusWord } from './decided.ts'
import { sinceLines } from './since.ts'
import { stepLines } from './step-lines.ts'
import { shortHash, visibleLines } from './words.ts'

/** What is shown at once, and the step it is about. */
export interface Page {
  readonly step: StepId
  readonly lines: () => string[]
}

/** The plan itself, before its steps. */
export function headLines(terminal: Terminal, shown: ReviewedPlan): string[] {
  const { found, reading, actions, state, digest, diagnostics } = shown
  const { paint, width } = terminal
  const { plan } = reading
  return [
    paint.out('place', visible(plan.title)),
    `${visible(found.name)}: ${statusWord(state.status)}, ${counted(plan.steps.length, 'step')}, hash ${shortHash(digest.hash)}`,
    ...sinceLines(shown),
    ...feedbackLines(shown),
    ...risksOf(plan, actions).map((risk) => paint.out('warning', `Risk: ${visible(risk)}`)),
    '',
    ...visibleLines(plan.narrative),
    ...besideLines(shown),
    ...(diagnostics.length === 0
      ? []
      : ['', renderTerminal(diagnostics, { source: (file) => sourceOf(shown, file), paint: paint.out, width })]),
  ]
}

function feedbackLines({ state: { feedback } }: ReviewedPlan): string[] {
  if (feedback === undefined) return []
  const said = visibleLines(feedback.text).map((line) => `  ${line}`)
  return [`Rejected by ${visible(feedback.by)} on ${momentText(feedback.at)}:`, ...said]
}

/** A page for each step, in the order in which they can be done; without `all`, those that wait for a yes. */
export function pagesOf(terminal: Terminal, shown: ReviewedPlan, all: boolean): Page[] {
  const steps = firstOfEachId(shown.reading.plan.steps)
  const { waves: found, neverStart } = waves(buildGraph(steps.values()))
  const { is, covers } = shown.standing
  const placed = [
    ...found.flatMap((ids, index) => ids.map((id) => ({ id, wave: `wave ${index + 1} of ${found.length}` }))),
    ...neverStart.map((id) => ({ id, wave: 'can never start' })),
  ].filter(({ id }) => all || is !== 'partial' || !covers(id))
  return placed.map(({ id, wave }, index) => ({
    step: id,
    lines: () => [
      terminal.paint.out(
        'info',
        `Step ${index + 1} of ${placed.length}: ${visible(id)}${shown.list ? '' : ` (${wave})`}`,
      ),
      ...stepLines(terminal, shown, steps.get(id)!),
    ],
  }))
}

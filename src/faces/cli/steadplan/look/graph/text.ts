import type { Style } from '../../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../../plan/diagnostics/visible.ts'
import { displayWidth } from '../../../../../plan/diagnostics/width.ts'
import { pathText } from '../../../../../plan/graph/path-text.ts'
import type { StepId } from '../../../../../plan/types.ts'
import { clipped } from '../../../clipped.ts'
import { counted } from '../../../counted.ts'
import type { Terminal } from '../../../terminal.ts'
import type { Drawing } from '../graph.ts'
import { groupsOf } from '../groups.ts'
import { stepMark } from '../step-mark.ts'

type Paint = (style: Style, text: string) => string

/**
 * Wave below wave, the longest chain marked at the left.
 *
 *     Wave 1
 *     ┃ ✓ done         set-up
 *     Wave 2
 *     ┃ ○ waiting      write-form  ◀ set-up
 *       ○ waiting      document-it  ◀ set-up
 */
export function graphText(drawing: Drawing, { paint, width }: Terminal): string[] {
  const { waves, longest, steps } = drawing
  if (steps.size === 0) return ['The plan has no steps']
  const chain = new Set(longest.path)
  const lines: string[] = []
  let left = mostSteps
  for (const { heading, ids } of groupsOf(waves)) {
    const shown = ids.slice(0, left)
    left -= shown.length
    if (shown.length > 0) lines.push(paint.out('label', heading))
    for (const id of shown) lines.push(stepLine(drawing, id, chain.has(id), paint.out, width))
  }
  const more = steps.size - (mostSteps - left)
  if (more > 0) lines.push(`… and ${counted(more, 'more step')}: steadplan graph ${visible(drawing.name)} --json`)
  return [...lines, '', ...chainLines(drawing, paint.out), ...cycleLines(drawing, paint.out)]
}

const mostSteps = 500

function stepLine({ steps, statusOf }: Drawing, id: StepId, isOnChain: boolean, paint: Paint, width: number): string {
  const { dependsOn } = steps.get(id)!
  const bar = isOnChain ? paint('warning', '┃') : ' '
  const name = clipped(id, mostOfId)
  const room = Math.max(width - displayWidth(`┃ ○ interrupted  ${name}  ◀ `), 12)
  // What may stand there is the id of no step, too.
  const words = dependsOn.map((one) => (steps.has(one) ? one : `${one} (no such step)`))
  const after = words.length === 0 ? '' : `  ${paint('gutter', '◀')} ${clipped(words.join(', '), room)}`
  return `${bar} ${stepMark(statusOf(id), paint, { isFilled: true })}  ${name}${after}`
}

const mostOfId = 48

function chainLines({ longest }: Drawing, paint: Paint): string[] {
  if (longest.path.length === 0) return []
  return [`${paint('warning', '┃')} the longest chain: ${counted(longest.path.length, 'step')}`]
}

function cycleLines({ cycles }: Drawing, paint: Paint): string[] {
  const all = cycles.flatMap((group) => group.cycles)
  const more = all.length - mostCycles
  const isMore = more > 0 || cycles.some((group) => group.more)
  return [
    ...all.slice(0, mostCycles).map((path) => paint('error', `wait for each other: ${visible(pathText(path))}`)),
    ...(isMore ? ['… and more circles: steadplan check'] : []),
  ]
}

const mostCycles = 10

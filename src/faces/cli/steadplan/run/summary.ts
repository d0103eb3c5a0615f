import { visible } from '../../../../plan/diagnostics/visible.ts'
import { isOpen } from '../../../../plan/lifecycle.ts'
import type { Step } from '../../../../plan/types.ts'
import { durationText } from '../../../../run/duration-text.ts'
import type { RunOutcome } from '../../../../run/run-plan.ts'
import { clipped } from '../../clipped.ts'
import type { Terminal } from '../../terminal.ts'
import { statusWord } from '../decide/decided.ts'
import { listed } from '../decide/words.ts'

/** What came of a run, short, and what to do next. */
export function summaryLines(
  name: string,
  steps: readonly Step[],
  outcome: RunOutcome,
  ms: number,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): string[] {
  const { status, counts, why } = outcome
  const parts = [
    `${counts.complete} of ${counts.total} done`,
    ...(['skipped', 'failed', 'interrupted'] as const)
      .filter((one) => counts[one] > 0)
      .map((one) => `${counts[one]} ${one}`),
    ...(counts.doomed > 0 ? [`${counts.doomed} passed over`] : []),
  ]
  const isDone = status === 'completed'
  const headline = `${visible(name)} is ${statusWord(status)}: ${parts.join(', ')}, in ${durationText(ms)}`
  return [
    paint.out(isDone ? 'info' : 'warning', headline),
    ...(why === undefined ? [] : [clipped(`Why: ${why}`, Math.max(width - 1, 40))]),
    ...nextLines(name, steps, outcome),
  ]
}

function nextLines(name: string, steps: readonly Step[], { status, counts, held }: RunOutcome): string[] {
  const plan = visible(name)
  const waiting = steps.filter(({ id }) => held.has(id))
  const asked = waiting.filter(({ agent }) => agent !== 'person').filter(({ approval }) => approval === 'user')
  const byHand = waiting.filter(({ agent }) => agent === 'person')
  const isLeft = counts.interrupted > 0 || (isOpen(status) && waiting.length === 0)
  return [
    ...asked
      .slice(0, mostNamed)
      .map(({ id }) => `To say yes to a step: steadplan approve ${plan} --step ${visible(id)}`),
    ...byHand.slice(0, mostNamed).map(({ id }) => `When you have done it: steadplan done ${plan} ${visible(id)}`),
    ...(waiting.length > mostNamed ? [`Waiting: ${listed(waiting.map(({ id }) => id))}`] : []),
    ...(isLeft ? [`To go on: steadplan resume ${plan}`] : []),
    ...(counts.failed > 0 ? [`To try again what failed: steadplan resume ${plan} --retry-failed`] : []),
  ]
}

const mostNamed = 3

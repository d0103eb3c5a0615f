import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { WaitedFor } from '../../../../run/pull/nothing.ts'
import { momentText } from '../../moment.ts'
import type { Terminal } from '../../terminal.ts'
import { visibleLines } from '../decide/words.ts'
import type { NextAnswer } from './next-answer.ts'

/** The same for whoever reads text. */
export function nextLines(paint: Terminal['paint']['out'], answer: NextAnswer): string {
  return `${linesOf(paint, answer).join('\n')}\n`
}

function linesOf(paint: Terminal['paint']['out'], answer: NextAnswer): string[] {
  const { plan, step, token, interrupted, prompt, leaseSeconds, waitsFor, more, advice, next } = answer
  const head =
    step === null
      ? `${visible(plan)}: ${advice}`
      : `${visible(plan)}: step ${visible(step)}, claim ${token} for ${leaseSeconds} s. ${advice}`
  const command = next === null ? [] : [`${paint('label', 'Next:')} ${visible(next)}`]
  if (prompt === null) return [head, ...waitsFor.map(waitLine), ...(more > 0 ? [`  and ${more} more`] : []), ...command]
  return [
    head,
    ...(interrupted === null ? [] : [`It was with ${visible(interrupted.by)} since ${momentText(interrupted.since)}.`]),
    '',
    ...visibleLines(prompt),
    '',
    ...command,
  ]
}

function waitLine({ step, holder, seconds, why }: WaitedFor): string {
  const by = holder === null ? '' : ` ${visible(holder)}`
  const left = seconds === null ? '' : ` for another ${seconds} s`
  return `  ${visible(step)}:${by}${left}${why === null ? '' : `${by && ','} ${visible(why)}`}`
}

import { displayWidth } from '../../../../../plan/diagnostics/width.ts'
import type { StepStatus } from '../../../../../plan/step-status.ts'
import { isEnded, stepWords } from '../../../../../plan/step-status.ts'
import type { StepId } from '../../../../../plan/types.ts'
import { durationText } from '../../../../../run/duration-text.ts'
import { clipped } from '../../../clipped.ts'
import type { Terminal } from '../../../terminal.ts'
import { stepSymbol } from '../../look/step-mark.ts'
import type { Picture, Running } from '../picture.ts'

/**
 * The picture in lines, none wider than the terminal and fewer than it has rows.
 *
 *     login: 3 of 6 done, 2 running, 41 s
 *       wave 1  ✓✓
 *       wave 2  ▶▶○
 *     ▶ handlers    12 s  Reading src/app.ts
 *     ▶ page         3 s  verifying: npm test
 */
export function pictureLines(picture: Picture, nowMs: number, terminal: Terminal, rows: number): string[] {
  const room = Math.max(terminal.width - 1, 40)
  const waves = waveLines(picture, room)
  const mostRunning = Math.max(rows - waves.length - 3, 1)
  const running = [...picture.running]
  const more = running.length - mostRunning
  return [
    terminal.paint.out('place', clipped(headline(picture, nowMs), room)),
    ...waves.map((line) => terminal.paint.out('label', line)),
    ...running.slice(0, mostRunning).map(([id, one]) => runningLine(id, one, nowMs, room)),
    ...(more > 0 ? [`  … and ${more} more running`] : []),
  ]
}

function headline({ name, counts, total, startedMs, cost }: Picture, nowMs: number): string {
  const of = (status: StepStatus): number => counts.get(status) ?? 0
  const parts = [
    `${of('complete') + of('skipped')} of ${total} done`,
    ...(['in_progress', 'failed', 'interrupted'] as const)
      .filter((status) => of(status) > 0)
      .map((status) => `${of(status)} ${stepWords[status]}`),
    secondsText(nowMs - startedMs),
    ...(cost > 0 ? [`cost ${Number(cost.toFixed(2))}`] : []),
  ]
  return `${name}: ${parts.join(', ')}`
}

/** The first wave that is not over, with one before it and some behind it. */
function waveLines({ waves, statuses }: Picture, room: number): string[] {
  const statusOf = (id: StepId): StepStatus => statuses.get(id) ?? 'pending'
  const open = waves.findIndex((ids) => ids.some((id) => !isEnded(statusOf(id))))
  if (open === -1) return []
  const first = Math.max(open - 1, 0)
  return waves.slice(first, first + mostWaves).map((ids, at) => {
    const heading = `  wave ${String(first + at + 1).padEnd(String(waves.length).length)}  `
    const statuses = ids.map(statusOf)
    if (heading.length + ids.length <= room) return heading + statuses.map(stepSymbol).join('')
    return `${heading}${statuses.filter(isEnded).length} of ${ids.length}`
  })
}

const mostWaves = 5

function runningLine(id: StepId, { sinceMs, last }: Running, nowMs: number, room: number): string {
  const name = clipped(id, mostOfId)
  const filled = name + ' '.repeat(Math.max(mostOfId - displayWidth(name), 0))
  const time = secondsText(nowMs - sinceMs).padStart(11)
  const front = `${stepSymbol('in_progress')} ${filled} ${time}  `
  return front + clipped(last, Math.max(room - displayWidth(front), 1))
}

const mostOfId = 24

/** What changes ten times in a second cannot be read. */
function secondsText(ms: number): string {
  return ms < 1000 ? '0 s' : durationText(Math.floor(ms / 1000) * 1000)
}

import { wrap } from '../../../../../plan/diagnostics/wrap.ts'
import type { RunEvent } from '../../../../../run/events.ts'
import { eventLine } from '../event-line.ts'
import { noteEvent } from '../picture.ts'
import type { RunView, ViewOptions } from '../view.ts'
import { pictureLines } from './picture-lines.ts'

/**
 * A picture of the run at the lower end of the terminal; what has ended scrolls away above it. A new picture is written
 * over the old one, line by line and in one go, so nothing flickers; lines are cut instead of wrapped, so that the count
 * of lines to go back is right.
 */
export function liveView({ terminal, picture, nowMs }: ViewOptions, rows = rowsOfTerminal): RunView {
  let above: string[] = []
  let drawn: readonly string[] = []
  let isClosed = false

  const draw = (lines: readonly string[]): void => {
    if (above.length === 0 && drawn.join('\n') === lines.join('\n')) return
    const back = drawn.length > 0 ? `\r${CSI}${drawn.length}A` : '\r'
    const text = [...above, ...lines].map((line) => `${line}${CSI}K\n`).join('')
    terminal.out(`${beginFrame}${back}${text}${CSI}J${endFrame}`)
    above = []
    drawn = lines
  }
  const redraw = (): void => draw(pictureLines(picture, nowMs(), terminal, rows()))
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    clearInterval(timer)
    process.removeListener('exit', close)
    draw([])
    terminal.out(`${CSI}?7h${CSI}?25h`)
  }

  terminal.out(`${CSI}?25l${CSI}?7l`)
  const timer = setInterval(redraw, redrawMs)
  // However we end, the cursor is seen again.
  process.once('exit', close)
  redraw()
  return {
    event(event) {
      if (isClosed) return
      const durationMs = noteEvent(picture, event, nowMs())
      const line = staysAbove(event) ? eventLine(event, durationMs, terminal) : undefined
      if (line !== undefined) above.push(line)
    },
    say(line) {
      if (isClosed) terminal.err(`${line}\n`)
      else {
        above.push(...wrap(line, Math.max(terminal.width - 1, 40)))
        redraw()
      }
    },
    close,
  }
}

const redrawMs = 100

const CSI = '\u001b['
/** Terminals that know this show the frame when it is whole; others pass over it. */
const beginFrame = `${CSI}?2026h`
const endFrame = `${CSI}?2026l`

function rowsOfTerminal(): number {
  return process.stdout.rows ?? 24
}

function staysAbove(event: RunEvent): boolean {
  if (event.type === 'update') return event.update.kind === 'refused'
  return event.type === 'ended' || event.type === 'held' || event.type === 'doomed'
}

import { eventLine } from '../event-line.ts'
import { noteEvent } from '../picture.ts'
import type { RunView, ViewOptions } from '../view.ts'

/** One line for each event, for a pipe or a terminal that can do no more. */
export function lineView({ terminal, picture, nowMs }: ViewOptions): RunView {
  return {
    event(event) {
      const line = eventLine(event, noteEvent(picture, event, nowMs()), terminal)
      if (line !== undefined) terminal.out(`${line}\n`)
    },
    say: (line) => terminal.err(`${line}\n`),
    close: () => {},
  }
}

import type { RunEvent } from '../../../../run/events.ts'
import type { Terminal } from '../../terminal.ts'
import type { Picture } from './picture.ts'
import { eventView } from './view/events.ts'
import { lineView } from './view/lines.ts'
import { liveView } from './view/live.ts'

/** Where a run is seen while it goes on. */
export interface RunView {
  event(event: RunEvent): void
  /** Words of ours beside the events, such as what a signal does. */
  say(line: string): void
  /** After this nothing of it is left on the terminal but lines. */
  close(): void
}

export interface ViewOptions {
  readonly terminal: Terminal
  readonly picture: Picture
  readonly nowMs: () => number
}

/** A picture that moves for a person, lines for whoever reads later, JSON for programs. */
export function openView(options: ViewOptions, json: boolean, env: NodeJS.ProcessEnv): RunView {
  if (json) return eventView(options)
  return options.terminal.isInteractive && env.TERM !== 'dumb' ? liveView(options) : lineView(options)
}

import { listed } from '../decide/words.ts'
import type { Picture } from './picture.ts'
import type { SignalActions } from './signals.ts'
import type { RunView } from './view.ts'

/** What signals do to a run, with what is said about it. */
export function signalActions(
  view: Pick<RunView, 'say'>,
  { running }: Pick<Picture, 'running'>,
  stop: AbortController,
  cancel: AbortController,
): SignalActions {
  return {
    stop() {
      stop.abort('it was stopped')
      const waits = running.size > 0 ? `Waiting for ${listed([...running.keys()], 5)}; ` : ''
      view.say(`Stopping: nothing more is begun. ${waits}Ctrl-C again to cancel`)
    },
    cancel() {
      stop.abort('it was cancelled')
      cancel.abort('it was cancelled')
      view.say('Cancelling what runs; it counts as interrupted')
    },
  }
}

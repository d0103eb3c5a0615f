import { jsonText } from '../../../../../plan/diagnostics/json-text.ts'
import type { RunView, ViewOptions } from '../view.ts'

/** One line of JSON for each event. */
export function eventView({ terminal, picture }: ViewOptions): RunView {
  const tell = (event: object): void => terminal.out(`${jsonText(event)}\n`)
  tell({ type: 'run', plan: picture.name, title: picture.title, steps: picture.total })
  return {
    event: (event) => tell({ ...event, at: new Date().toISOString() }),
    say: (text) => tell({ type: 'said', text }),
    close: () => {},
  }
}

import { visibleLines } from '../../steadplan/decide/words.ts'
import { type Here, isPerson } from './here.ts'
import type { ExecutionView } from './view.ts'

/** Shows messages of a plan to the person and takes their answers. Where nobody can answer, a message is in the report. */
export interface Chat {
  /** Undefined where nobody sits. */
  readonly answer: ((message: string) => Promise<string | undefined>) | undefined
  readonly isAsking: () => boolean
}

export function openChat(here: Here, view: ExecutionView, cancel: AbortSignal): Chat {
  const { terminal, context } = here
  let isAsking = false
  const answer = (message: string): Promise<string | undefined> =>
    view.pause(async () => {
      isAsking = true
      const said = visibleLines(message.trim()).map((line) => `> ${line}`.trimEnd())
      terminal.err(`${[...said, '', 'Your answer (an empty line ends it, at once there is none):'].join('\n')}\n`)
      const lines: string[] = []
      for (let line = await context.ask('» ', cancel); line !== ''; line = await context.ask('» ', cancel))
        lines.push(line)
      isAsking = false
      return lines.length === 0 ? undefined : lines.join('\n')
    })
  return { answer: isPerson(here) ? answer : undefined, isAsking: () => isAsking }
}

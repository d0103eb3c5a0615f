import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { RunEvent } from '../../../../run/events.ts'
import { giveNotice, type Notice, type NoticeOptions } from '../../../../run/notice.ts'
import type { Terminal } from '../../terminal.ts'

export interface Notices {
  readonly event: (event: RunEvent) => void
  readonly ended: (text: string) => Promise<void>
}

/** Calls a person, by the bell of the terminal and by a command, when one is needed and when all is over. */
export function openNotices(
  plan: string,
  options: NoticeOptions,
  terminal: Terminal,
  warn: (message: string) => void,
): Notices {
  const told = new Set<string>()
  const given: Promise<void>[] = []
  const give = async (what: Notice['what'], text: string): Promise<void> => {
    if (terminal.isInteractive) terminal.err(bell)
    const why = await giveNotice({ plan, what, text }, options)
    if (why !== undefined) warn(`The command of \`notify.command\` did not work: ${visible(why)}`)
  }
  return {
    event(event) {
      if (event.type !== 'held' || told.has(event.step)) return
      told.add(event.step)
      // Of a hundred steps that wait, a person need not be called a hundred times.
      if (told.size <= mostCalls) given.push(give('needed', `${event.step} waits: ${event.why}`))
    },
    async ended(text) {
      await Promise.all([...given, give('ended', text)])
    },
  }
}

const bell = '\u0007'
const mostCalls = 5

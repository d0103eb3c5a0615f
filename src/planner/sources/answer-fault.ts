import { quoted } from '../../agents/quoted.ts'
import { type Fault, fault } from '../../plan/diagnostics/fault.ts'
import { longestAnswer } from '../source.ts'

/** It said nothing at all. */
export function emptyAnswer(who: string): Fault {
  return fault('E_PLANNER_FAILED', `${who} answered with nothing.`)
}

export function tooLong(who: string): Fault {
  const most = longestAnswer / 1024 / 1024
  return fault('E_ANSWER_CUT', `${who} answered with more than ${most} MiB, and went on.`, {
    expected: `at most ${most} MiB`,
  })
}

/** Words of others about what went wrong: in quotes, not too long, and never with the key in them. */
export function saying(text: string, key = ''): string {
  const safe = key === '' ? text : text.split(key).join('…')
  return quoted(safe.trim(), 300)
}

import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { renderTerminal } from '../../../../plan/diagnostics/terminal.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'

/** A fault ends the stream of events as one more line, and somebody else who carries out the plan is no error of ours. */
export async function tellingFaults(terminal: Terminal, json: boolean, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!isFault(error)) throw error
    const { diagnostics } = error
    if (json) terminal.out(`${jsonText({ type: 'fault', diagnostics: toJson(diagnostics) })}\n`)
    else {
      const { width, paint } = terminal
      terminal.err(`${renderTerminal(diagnostics, { source: () => undefined, paint: paint.err, width })}\n`)
    }
    return isFault(error, 'E_CLAIMED', 'CONFLICT', 'E_LOCKED') ? exitCodes.busy : exitCodes.faults
  }
}

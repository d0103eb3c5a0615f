import { isFault } from '../../plan/diagnostics/fault.ts'
import { toJson } from '../../plan/diagnostics/json.ts'
import { jsonText } from '../../plan/diagnostics/json-text.ts'
import { renderTerminal } from '../../plan/diagnostics/terminal.ts'
import { exitCodes } from './exit-codes.ts'
import { exitOnSignals } from './exit-on-signals.ts'
import { outliveReader } from './outlive-reader.ts'
import { processTerminal, type Terminal } from './terminal.ts'

/** Answers the number to exit with. */
export type Action = (terminal: Terminal) => Promise<number>

/** Runs one command to its end: faults become words and exit codes, signals wait until no lock is held. */
export async function runCommand(action: Action, { json = false }: { json?: boolean } = {}): Promise<void> {
  exitOnSignals()
  outliveReader()
  try {
    process.exitCode = await action(processTerminal)
  } catch (error) {
    process.exitCode = tell(error, processTerminal, json)
  }
}

function tell(error: unknown, terminal: Terminal, json: boolean): number {
  if (!isFault(error)) {
    terminal.err(`steadplan: a defect of ours, please report it\n${(error as Error)?.stack ?? String(error)}\n`)
    return exitCodes.internal
  }
  if (json) terminal.out(`${jsonText({ diagnostics: toJson(error.diagnostics) }, 2)}\n`)
  else terminal.err(`${renderTerminal(error.diagnostics, { source: () => undefined, paint: terminal.paint.err })}\n`)
  return isFault(error, 'CONFLICT', 'E_LOCKED') ? exitCodes.busy : exitCodes.faults
}

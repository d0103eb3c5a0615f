import type { ActionRecord } from '../../plan/action-records.ts'
import { endOrphan } from '../../process/end-orphan.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { Ledger } from './ledger.ts'
import { processRecord } from './result.ts'

/**
 * Ends the commands of a run that died. Only a process that is provably the one that the log names is touched: on this
 * machine, since it was started, with that number and that time of its own start.
 */
export async function endLeftProcesses(
  machine: Machine,
  { running }: Ledger,
  { place, say }: { readonly place: LogPlace; readonly say: (record: ActionRecord) => Promise<void> },
): Promise<void> {
  for (const { step, action, process } of running.values()) {
    const isSame = (): boolean => machine.fate(process) === 'alive'
    const isLeft = isSame()
    if (isLeft) await endOrphan(process.pid, isSame)
    const why = isLeft ? 'its executor died, and it was ended afterwards' : 'its executor died, and it with it'
    const ended = { wasRunning: true, exitCode: null, durationMs: 0 }
    await say(await processRecord({ machine, place, step }, action, { why }, ended))
  }
}

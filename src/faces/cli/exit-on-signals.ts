import { untilNoLockIsHeld } from '../../store/lock/critical.ts'
import { exitCodes } from './exit-codes.ts'

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** A signal ends the process as soon as it holds no lock, and by an exit, which ends the programs that it runs. */
export function exitOnSignals(): void {
  for (const [signal, number] of Object.entries(signals)) {
    process.once(signal, () => void untilNoLockIsHeld().then(() => process.exit(exitCodes.signal + number)))
  }
}

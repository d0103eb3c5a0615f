import { endAllProcesses } from '../../../../process/registry.ts'
import { exitCodes } from '../../exit-codes.ts'

/** What a signal does to a run. */
export interface SignalActions {
  /** Ctrl-C, the first time: nothing more is begun. */
  readonly stop: () => void
  /** Ctrl-C again, or any other signal: what runs is cancelled. */
  readonly cancel: () => void
}

export interface Signals {
  /** The number to exit with, once a signal came. */
  readonly exitCode: () => number | undefined
  /** Gives signals back the meaning they had before. */
  readonly restore: () => void
}

/** While a run goes on, a signal ends it in order instead of ending the program. */
export function takeSignals({ stop, cancel }: SignalActions): Signals {
  let interrupts = 0
  let exitCode: number | undefined
  const before = names.map((name) => [name, process.listeners(name)] as const)
  const handlers = new Map(names.map((name) => [name, () => onSignal(name)]))

  function onSignal(name: Name): void {
    exitCode = exitCodes.signal + numbers[name]
    if (name === 'SIGINT') interrupts++
    if (name === 'SIGINT' && interrupts === 1) stop()
    else if (interrupts <= 2) cancel()
    else {
      // Somebody who asks for the third time does not want to wait any more.
      endAllProcesses()
      process.exit(exitCode)
    }
  }

  for (const [name, handler] of handlers) {
    process.removeAllListeners(name)
    process.on(name, handler)
  }
  return {
    exitCode: () => exitCode,
    restore() {
      for (const [name, handler] of handlers) process.removeListener(name, handler)
      for (const [name, listeners] of before) for (const one of listeners) process.once(name, one)
    },
  }
}

const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
type Name = keyof typeof numbers
const names = Object.keys(numbers) as readonly Name[]

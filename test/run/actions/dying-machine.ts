import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'

/** The real machine for a process whose disk does nothing more from call k on, as for one that was killed there. */
export function dyingMachine(dieAt: number): { readonly machine: Machine; readonly calls: () => number } {
  const { files, calls } = countingFiles(realMachine.files, {
    before: (_call, index) => {
      if (index >= dieAt) throw diskError('EIO')
    },
  })
  // To others it is a process that is dead.
  const self = () => ({ ...realMachine.self(), start: `long ago ${dieAt}` })
  return { machine: { ...realMachine, files, self }, calls: () => calls.length }
}

/** Whether it came to its end. */
export async function untilDeath(run: Promise<unknown>): Promise<boolean> {
  try {
    await run
    return true
  } catch (error) {
    if (!isFault(error) && (error as NodeJS.ErrnoException).code !== 'EIO') throw error
    return false
  }
}

import { isFault } from '../../plan/diagnostics/fault.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { type CommitNote, type Committed, commitChange } from './commit.ts'
import type { Changes, Content } from './content.ts'
import type { PlanPlace } from './place.ts'

/**
 * Reads, changes and commits under one lock, and does so again on what is there then when somebody who takes no lock was
 * faster. `change` must do without side effects, since it may be called several times, and be quick: others wait for it.
 */
export async function update(
  machine: Machine,
  place: PlanPlace,
  change: (content: Content) => Changes,
  note: CommitNote,
  lockOptions: LockOptions,
): Promise<Committed> {
  const deadline = machine.now().monotonicMs + lockOptions.waitMs
  for (let tries = 1; ; tries++) {
    try {
      return await commitChange(machine, place, change, note, lockOptions)
    } catch (error) {
      if (!isFault(error, 'CONFLICT') || machine.now().monotonicMs >= deadline) throw error
      await machine.sleep(Math.min(tries, 20) * Math.random())
    }
  }
}

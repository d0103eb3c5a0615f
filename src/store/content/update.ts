import { isFault } from '../../plan/diagnostics/fault.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { type CommitNote, type Committed, commit } from './commit.ts'
import type { Changes, Content } from './content.ts'
import type { PlanPlace } from './place.ts'
import { readContent } from './read.ts'

/**
 * Reads, changes and commits, and does so again on what is there then when somebody else was faster. `change` must do
 * without side effects: it may be called several times.
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
    const base = await readContent(machine, place)
    try {
      return await commit(machine, place, base, change(base), note, lockOptions)
    } catch (error) {
      if (!isFault(error, 'CONFLICT') || machine.now().monotonicMs >= deadline) throw error
      await machine.sleep(Math.min(tries, 20) * Math.random())
    }
  }
}

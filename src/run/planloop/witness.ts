import type { Witness } from '../../plan/in-flight.ts'
import type { Instant } from '../../plan/lease.ts'
import type { Machine } from '../../store/machine/port.ts'

/** How this machine can tell at a moment whether a holder is still there. */
export function witnessAt(machine: Machine, now: Instant): Witness {
  return { now, isDead: (process) => machine.fate(process) === 'dead' }
}

/** Leases in the log of a plan. What they promise stands in `plan/lease.ts`; here they meet the machine and its clock. */

import { endLease, type LeaseRequest, renewLease, takeLease } from '../plan/decisions.ts'
import type { Witness } from '../plan/in-flight.ts'
import type { Machine } from './machine/port.ts'
import type { PlanLog } from './plan-log.ts'

/** How this machine can tell whether a holder is still there. */
export function witnessOf(machine: Machine): Witness {
  return { now: machine.now(), isDead: (process) => machine.fate(process) === 'dead' }
}

/** Answers the token to show with every later word about the thing. Fails with `E_CLAIMED`. */
export function claim(machine: Machine, log: PlanLog, request: LeaseRequest): Promise<number> {
  return log.decide((state, now, nextSeq) => {
    const records = takeLease(state, request, now, (process) => machine.fate(process) === 'dead')
    return { records, answer: nextSeq + records.length - 1 }
  })
}

/** Says that the holder is still at work. Fails with `E_LEASE_LOST`. */
export function heartbeat(log: PlanLog, on: string, token: number): Promise<void> {
  return log.decide((state, now) => ({ records: renewLease(state, on, token, now), answer: undefined }))
}

export function release(log: PlanLog, on: string, token: number): Promise<void> {
  return log.decide((state) => ({ records: endLease(state, on, token), answer: undefined }))
}

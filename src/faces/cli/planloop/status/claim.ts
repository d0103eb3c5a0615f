import type { StatusAnswer } from '../../../../dialects/planloop/status-answer.ts'
import { claimStatus } from '../../../../run/planloop/claim.ts'
import type { Values } from '../../../../store/config/settings.ts'
import type { LogPlace } from '../../../../store/log/place.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { openSession } from '../../../../store/planloop/session-log.ts'
import type { Asked } from './answer.ts'

/** Gives an agent that has a name a task of its own. */
export async function claimFor(
  machine: Machine,
  place: LogPlace,
  asked: Asked,
  agent: string,
  values: Values,
): Promise<StatusAnswer> {
  const open = await openSession(machine, place, { waitMs: values['lock.wait'], command: 'planloop status' })
  return claimStatus(open, { ...asked, agent, leaseMs: values['lease.ttl'] })
}

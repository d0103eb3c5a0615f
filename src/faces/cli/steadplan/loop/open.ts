import { fault } from '../../../../plan/diagnostics/fault.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { pulledPlan } from '../../../../run/planloop/pulled-plan.ts'
import type { Pull, Puller } from '../../../../run/pull/pull.ts'
import { openPlanLog } from '../../../../store/plan-log.ts'
import { openPlaceOf } from '../../../../store/plans/found-plan.ts'
import { callerOf } from '../../caller.ts'
import type { Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { snapshotBytes } from './snapshot-bytes.ts'

/** Who pulls: the name on the command line, else the one in the environment, else whoever calls. */
export function pullerOf({ env }: ConfigContext, terminal: Terminal, agent: string | undefined): Puller {
  const caller = callerOf(env, terminal)
  const name = agent ?? (env.AGENTCTL_AGENT || caller.by)
  if (name.trim() === '' || name.length > longestName) {
    throw fault('E_BAD_ID', `an agent is called by 1 to ${longestName} characters`, {
      actual: name.slice(0, longestName),
      hint: 'Give it a short name with --agent.',
    })
  }
  return { name, isPerson: caller.channel === 'terminal' && name === caller.by }
}

const longestName = 100

/** Throws `E_NOT_APPROVED` before anything is made. */
export async function openPull(project: Project, reviewed: ReviewedPlan, who: Puller): Promise<Pull> {
  const { machine, userDirs, options, lock, config } = project
  const approved = await pulledPlan(machine, userDirs, reviewed, options)
  const place = await openPlaceOf(machine, reviewed.found)
  const log = await openPlanLog(machine, place, { lockWaitMs: lock.waitMs, command: lock.command, snapshotBytes })
  return { machine, log, approved, who, leaseMs: config.values['lease.ttl'] }
}

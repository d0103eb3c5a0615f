import { join } from 'node:path'
import { fault } from '../../../../plan/diagnostics/fault.ts'
import { suggest } from '../../../../plan/diagnostics/suggest.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { PlanPlace } from '../../../../store/content/place.ts'
import { keptPlace } from '../../../../store/doctor/kept-place.ts'
import { listNames } from '../../../../store/doctor/list-names.ts'
import { removeLock } from '../../../../store/doctor/lock.ts'
import { describeOwner, readOwner } from '../../../../store/lock/owner.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { plansDirectory } from '../../../../store/workspace/open.ts'
import type { Workspace } from '../../../../store/workspace.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'

/** Shows whose lock it is and asks. The lock of a process that lives on this machine is not broken: it can be ended. */
export async function breakLockOf(
  terminal: Terminal,
  { machine, ask }: ConfigContext,
  workspace: Workspace,
  plan: string,
  yes: boolean,
): Promise<number> {
  const place = await findPlan(machine, workspace, plan)
  const owner = await readOwner(machine, place.lock)
  if (owner === undefined) {
    terminal.err(`${visible(place.plan)} is not locked\n`)
    return exitCodes.ok
  }
  if (owner === 'unreadable') {
    throw fault('E_LOCK_UNREADABLE', `the lock names no owner: ${place.lock}`, { file: place.lock })
  }
  const who = describeOwner(owner)
  if (machine.fate(owner) === 'alive') {
    throw fault('E_LOCKED', `locked by ${who}, which lives on this machine`, {
      file: place.lock,
      hint: `End it first: kill ${owner.pid}`,
    })
  }
  terminal.err(`${visible(place.plan)} is locked by ${visible(who)}\n`)
  if (!yes && !(terminal.isInteractive && /^y(es)?$/i.test(await ask('Is that process gone for certain? [y/N] ')))) {
    terminal.err('not broken\n')
    return exitCodes.faults
  }
  await removeLock(machine, place, owner.nonce)
  terminal.err('broken\n')
  return exitCodes.ok
}

async function findPlan(machine: Machine, workspace: Workspace, wanted: string): Promise<PlanPlace> {
  const directory = plansDirectory(workspace)
  const places = new Map<string, PlanPlace>()
  for (const name of await listNames(machine, directory)) {
    const place = await keptPlace(machine, workspace, join(directory, name))
    places.set(name, place).set(place.plan, place)
  }
  const exact = places.get(wanted)
  const begun = new Set([...places].filter(([name]) => name.startsWith(wanted)).map(([, place]) => place))
  const [only, ...others] = exact ? [exact] : begun
  if (only && others.length === 0) return only
  const near = suggest(wanted, places.keys())
  throw fault('E_UNKNOWN_PLAN', `no plan is kept under this name: ${wanted}`, {
    actual: wanted,
    ...(near === undefined ? {} : { hint: `Did you mean ${near}?` }),
  })
}

import { fault } from '../../plan/diagnostics/fault.ts'
import { suggest } from '../../plan/diagnostics/suggest.ts'
import type { Machine } from '../machine/port.ts'
import { readSession, sessionNames, type TeddySession } from './session.ts'
import { refuseBadName } from './session-name.ts'
import type { TeddyPlace } from './teddy-place.ts'
import { readTextFile } from './text-file.ts'

/**
 * The session that a command means: the one that is named, else the one that TEDDY_SESSION names, else the current one,
 * else the only one.
 */
export async function chooseSession(
  machine: Machine,
  place: TeddyPlace,
  named: string | undefined,
): Promise<TeddySession> {
  const names = await sessionNames(machine, place)
  if (named !== undefined) {
    refuseBadName(named)
    const session = await readSession(machine, place, named)
    if (session !== undefined) return session
    const near = suggest(named, names)
    throw fault('E_TEDDY_NO_SESSION', `There is no session "${named}".`, {
      actual: named,
      ...(names.length > 0 && { expected: names.join(', ') }),
      ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
    })
  }
  const current = await currentName(machine, place)
  const name = current !== undefined && names.includes(current) ? current : names.length === 1 ? names[0] : undefined
  if (name !== undefined) return (await readSession(machine, place, name))!
  if (names.length === 0) throw fault('E_TEDDY_NO_SESSION', 'There is no session yet.')
  throw fault('E_TEDDY_NO_SESSION', 'There are several sessions, and none of them is the current one.', {
    expected: names.join(', '),
    hint: 'Name one: `--session NAME`.',
  })
}

/** The name of the session that is meant when none is named; it need not be there any more. */
export async function currentName(machine: Machine, place: TeddyPlace): Promise<string | undefined> {
  return (await readTextFile(machine, place.current).catch(() => undefined))?.trim()
}

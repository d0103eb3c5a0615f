import { join } from 'node:path'
import { changedContext } from '../../dialects/teddy/session/context-list.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { changeTeddy } from './change.ts'
import { kindAt } from './kind-at.ts'
import { writeTurn } from './new-turn.ts'
import { readSession, sessionNames, type TeddySession } from './session.ts'
import { refuseBadName } from './session-name.ts'
import type { TeddyPlace } from './teddy-place.ts'

export interface NewSession {
  readonly name: string
  readonly agent?: string | undefined
  readonly input: string
  /** Paths from the root, and addresses. */
  readonly context: readonly string[]
}

/** A session with its first turn, which becomes the current one. A name that is taken is refused. */
export async function createSession(
  machine: Machine,
  place: TeddyPlace,
  { name, agent, input, context }: NewSession,
  lock: LockOptions,
): Promise<TeddySession> {
  refuseBadName(name)
  return changeTeddy(machine, place, lock, async (held) => {
    // Where case makes no difference to the disk, the two would be one.
    const twin = (await sessionNames(machine, place)).find((one) => one.toLowerCase() === name.toLowerCase())
    if (twin !== undefined) throw taken(twin)
    const directory = join(place.sessions, name)
    await held.makeDirectory(directory)
    const own = join(directory, 'session.context')
    if ((await kindAt(machine, own)) === undefined) await held.write(own, aboutContext)
    const created = new Date(machine.now().wallMs).toISOString()
    await writeTurn(held, directory, 1, {
      input,
      context: changedContext('', { add: context }),
      meta: { ...(agent && { agent }), created, callers: [] },
    })
    await held.write(place.current, `${name}\n`)
    return (await readSession(machine, place, name))!
  })
}

const aboutContext = '# What every turn of this session sees: one path or address on each line.\n'

function taken(name: string) {
  return fault('E_TEDDY_SESSION_EXISTS', `There is a session "${name}" already.`, {
    actual: name,
    hint: `Go on with it: \`teddy resume --session ${name}\`. Or choose another name.`,
  })
}

/** Makes a session the one that is meant when none is named. */
export async function makeCurrent(machine: Machine, place: TeddyPlace, name: string, lock: LockOptions): Promise<void> {
  await changeTeddy(machine, place, lock, ({ write }) => write(place.current, `${name}\n`))
}

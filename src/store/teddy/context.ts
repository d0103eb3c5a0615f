import { join } from 'node:path'
import { changedContext, contextResources } from '../../dialects/teddy/session/context-list.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { changeTeddy } from './change.ts'
import type { TeddySession } from './session.ts'
import type { TeddyPlace } from './teddy-place.ts'
import { readTextFile } from './text-file.ts'

/** What the next plan is made with. */
export interface SessionContext {
  /** In every turn. */
  readonly always: readonly string[]
  /** In the turn that the session is in, and in those after it until a plan takes it away. */
  readonly turn: readonly string[]
}

export async function readContext(machine: Machine, session: TeddySession): Promise<SessionContext> {
  const [always, turn] = pathsOf(session)
  return { always: await resourcesIn(machine, always), turn: await resourcesIn(machine, turn) }
}

export interface ContextChange {
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  /** What is added stays in every turn. */
  readonly always?: boolean
}

/** Changes what the next plan is made with. Lines that a person wrote stay, with their comments. */
export async function changeContext(
  machine: Machine,
  place: TeddyPlace,
  session: TeddySession,
  { add = [], remove = [], always = false }: ContextChange,
  lock: LockOptions,
): Promise<void> {
  await changeTeddy(machine, place, lock, async ({ write }) => {
    for (const [which, path] of pathsOf(session).entries()) {
      const before = (await readTextFile(machine, path)) ?? ''
      const after = changedContext(before, { remove, add: (which === 0) === always ? add : [] })
      if (after !== before) await write(path, after)
    }
  })
}

function pathsOf({ directory, last }: TeddySession): readonly [always: string, turn: string] {
  return [join(directory, 'session.context'), join(last.directory, 'turn.context')]
}

async function resourcesIn(machine: Machine, path: string): Promise<string[]> {
  return contextResources((await readTextFile(machine, path)) ?? '')
}

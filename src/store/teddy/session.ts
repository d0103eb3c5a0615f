import { join } from 'node:path'
import { readTurnMeta, type TurnMeta } from '../../dialects/teddy/session/turn-meta.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { hasCode } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { checkId } from '../paths/ids.ts'
import { kindAt } from './kind-at.ts'
import { type TeddyPlace, turnDirectory, turnOfName } from './teddy-place.ts'
import { readTextFile } from './text-file.ts'

/** A conversation with an agent, turn by turn. */
export interface TeddySession {
  readonly name: string
  readonly directory: string
  /** The numbers of its turns. There is at least one. */
  readonly turns: readonly number[]
  /** The turn that it is in. */
  readonly last: Turn
}

export interface Turn {
  readonly number: number
  readonly directory: string
  readonly meta: TurnMeta
}

/** Undefined when there is none of this name. */
export async function readSession(
  machine: Machine,
  place: TeddyPlace,
  name: string,
): Promise<TeddySession | undefined> {
  if (checkId(name) !== undefined || !(await isOurs(machine, place))) return undefined
  const directory = join(place.sessions, name)
  if ((await kindAt(machine, directory)) !== 'directory') return undefined
  const turns = await turnsIn(machine, directory)
  const last = turns.at(-1)
  if (last === undefined) return undefined
  return { name, directory, turns, last: await readTurn(machine, directory, last) }
}

export async function readTurn(machine: Machine, session: string, number: number): Promise<Turn> {
  const directory = turnDirectory(session, number)
  const path = join(directory, 'meta.yaml')
  const text = await readTextFile(machine, path)
  if (text === undefined) throw fault('E_TEDDY_META', 'The file is gone.', { file: path })
  return { number, directory, meta: readTurnMeta(path, text) }
}

/** The names of all sessions, sorted. */
export async function sessionNames(machine: Machine, place: TeddyPlace): Promise<string[]> {
  if (!(await isOurs(machine, place))) return []
  const names: string[] = []
  for (const name of await directoriesIn(machine, place.sessions)) {
    const isSession = checkId(name) === undefined && (await turnsIn(machine, join(place.sessions, name))).length > 0
    if (isSession) names.push(name)
  }
  return names.sort()
}

/** A repository can bring a link along that leads anywhere; none is followed. */
async function isOurs(machine: Machine, { directory, sessions }: TeddyPlace): Promise<boolean> {
  return (await kindAt(machine, directory)) === 'directory' && (await kindAt(machine, sessions)) === 'directory'
}

/** A turn is there once its `meta.yaml` is, which is written last. */
async function turnsIn(machine: Machine, session: string): Promise<number[]> {
  const turns: number[] = []
  for (const name of await directoriesIn(machine, session)) {
    const number = turnOfName(name)
    if (number !== undefined && (await kindAt(machine, join(session, name, 'meta.yaml'))) === 'file') {
      turns.push(number)
    }
  }
  return turns.sort((one, other) => one - other)
}

async function directoriesIn({ files }: Machine, path: string): Promise<string[]> {
  try {
    return (await files.list(path)).filter(({ kind }) => kind === 'directory').map(({ name }) => name)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw diskFault(error, path)
  }
}

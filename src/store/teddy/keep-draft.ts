import { join } from 'node:path'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { changeTeddy } from './change.ts'
import type { Turn } from './session.ts'
import type { TeddyPlace } from './teddy-place.ts'

/** Keeps a plan that is not sound beside where a sound one would be, for whoever wants to mend it. Answers where. */
export async function keepDraft(
  machine: Machine,
  place: TeddyPlace,
  { directory }: Turn,
  text: string,
  lock: LockOptions,
): Promise<string> {
  const path = join(directory, 'draft.md')
  await changeTeddy(machine, place, lock, ({ write }) => write(path, text))
  return path
}

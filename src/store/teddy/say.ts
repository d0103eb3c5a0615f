import { join } from 'node:path'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { changeTeddy } from './change.ts'
import type { Turn } from './session.ts'
import type { TeddyPlace } from './teddy-place.ts'
import { readTextFile } from './text-file.ts'

/** Adds what a person says to what the agent of a turn is told; not a second time when the command is called again. */
export async function say(
  machine: Machine,
  place: TeddyPlace,
  { directory }: Turn,
  message: string,
  lock: LockOptions,
): Promise<void> {
  const path = join(directory, 'input.md')
  await changeTeddy(machine, place, lock, async ({ write }) => {
    const before = (await readTextFile(machine, path)) ?? ''
    const said = message.trim()
    if (said === '' || before.trimEnd().endsWith(said)) return
    await write(path, before.trim() === '' ? `${said}\n` : `${before.trimEnd()}\n\n${said}\n`)
  })
}

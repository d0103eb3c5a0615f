import { join } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import { unlinkIfThere } from '../files/whole.ts'
import type { LockOptions } from '../lock/lock.ts'
import { describeOwner, newOwner, ownerBytes, readOwner } from '../lock/owner.ts'
import type { Machine } from '../machine/port.ts'
import { changeTeddy } from './change.ts'
import type { TeddyPlace } from './teddy-place.ts'

/**
 * Does something that ends in a plan for a session, unless another process that is alive does so already. This saves
 * asking twice and protects nothing: who saves a plan looks again.
 */
export async function whilePlanning<T>(
  machine: Machine,
  place: TeddyPlace,
  session: string,
  lock: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(place.state, `${session}.planning`)
  const me = newOwner(machine, lock.command)
  await changeTeddy(machine, place, lock, async ({ write }) => {
    const other = await readOwner(machine, path)
    if (typeof other === 'object' && machine.fate(other) === 'alive') {
      const who = describeOwner(other)
      throw fault('E_LOCKED', `A plan for the session "${session}" is being made by ${who}`, { actual: who })
    }
    await write(path, Buffer.from(ownerBytes(me)).toString())
  })
  try {
    return await work()
  } finally {
    await changeTeddy(machine, place, lock, async () => {
      const owner = await readOwner(machine, path)
      if (typeof owner === 'object' && owner.nonce === me.nonce) await unlinkIfThere(machine.files, path)
    }).catch(() => {})
  }
}

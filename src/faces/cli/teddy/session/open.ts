import type { Limits } from '../../../../dialects/shared/limits.ts'
import type { Values } from '../../../../store/config/settings.ts'
import type { LockOptions } from '../../../../store/lock/lock.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { chooseSession } from '../../../../store/teddy/choose-session.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import { type TeddyPlace, teddyPlace } from '../../../../store/teddy/teddy-place.ts'
import { openOptions } from '../../open-options.ts'
import { type ConfigContext, loadFrom } from '../../steadplan/config/context.ts'
import type { WithSession } from './session-option.ts'

/** What every command about sessions starts from. */
export interface Teddy {
  readonly machine: Machine
  readonly place: TeddyPlace
  readonly values: Values
  readonly limits: Limits
  readonly lock: LockOptions
}

export async function openTeddy(context: ConfigContext, command: string): Promise<Teddy> {
  const { values, places } = await loadFrom(context)
  return {
    machine: context.machine,
    place: teddyPlace(places.workspace),
    values,
    limits: openOptions(values).limits,
    lock: { waitMs: values['lock.wait'], command },
  }
}

/** The session that a command line means. */
export function chosenSession(
  { machine, place }: Teddy,
  { env }: ConfigContext,
  { session }: WithSession,
): Promise<TeddySession> {
  return chooseSession(machine, place, session ?? (env.TEDDY_SESSION || undefined))
}

import { join } from 'node:path'
import type { Data } from '../../dialects/shared/data.ts'
import { type PlanOrigin, withMetaField } from '../../dialects/teddy/session/turn-meta.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import { sha256 } from '../content/content.ts'
import { readWhole } from '../files/whole.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { changeTeddy, type HeldTeddy } from './change.ts'
import { readSession } from './session.ts'
import { type TeddyPlace, turnDirectory } from './teddy-place.ts'
import { readTextFile } from './text-file.ts'

export interface PlanToSave {
  readonly session: string
  readonly turn: number
  readonly text: string
  readonly origin: Omit<PlanOrigin, 'hash' | 'at'>
  /** The plan that it takes the place of, as it was read; it is kept beside it. */
  readonly before: string | undefined
}

/** Puts a plan into a turn, unless the session went on or somebody else has put one there since. */
export async function savePlan(
  machine: Machine,
  place: TeddyPlace,
  { session: name, turn, text, origin, before }: PlanToSave,
  lock: LockOptions,
): Promise<void> {
  await changeTeddy(machine, place, lock, async ({ write }) => {
    const session = await readSession(machine, place, name)
    const directory = turnDirectory(session?.directory ?? '', turn)
    const path = join(directory, 'plan.md')
    if (session?.last.number !== turn || session.last.meta.concluded) {
      throw overtaken(`The session went on while a plan for turn ${turn} was made.`, path)
    }
    const now = await readTextFile(machine, path)
    if (now === text) return
    if (now !== before) throw overtaken('Somebody else saved or changed the plan of this turn meanwhile.', path)
    if (now !== undefined) await keep(machine, directory, now, write)
    const plan = { ...origin, hash: sha256(Buffer.from(text)), at: new Date(machine.now().wallMs).toISOString() }
    const meta = join(directory, 'meta.yaml')
    const about = withMetaField(meta, (await readTextFile(machine, meta)) ?? '', 'plan', plan as unknown as Data)
    await write(meta, about)
    await write(path, text)
  })
}

function overtaken(message: string, file: string) {
  return fault('CONFLICT', message, { file, hint: 'Look at it with `teddy status`. Nothing of it was overwritten.' })
}

/** As `plan.1.md`, `plan.2.md` …, once. */
async function keep({ files }: Machine, directory: string, text: string, write: HeldTeddy['write']): Promise<void> {
  const names = new Set((await files.list(directory)).map(({ name }) => name))
  let number = 1
  while (names.has(`plan.${number}.md`)) number++
  const last = await readWhole(files, join(directory, `plan.${number - 1}.md`), Number.POSITIVE_INFINITY)
  const isKept = last !== undefined && Buffer.from(last).equals(Buffer.from(text))
  if (!isKept) await write(join(directory, `plan.${number}.md`), text)
}

import { join } from 'node:path'
import { type TurnMeta, turnMetaText } from '../../dialects/teddy/session/turn-meta.ts'
import type { HeldTeddy } from './change.ts'
import { turnDirectory } from './teddy-place.ts'

export interface NewTurn {
  readonly input: string
  /** The text of its `turn.context`. */
  readonly context: string
  readonly meta: TurnMeta
}

/** Its `meta.yaml` comes last: before that there is no such turn, and what was cut off is written again. */
export async function writeTurn(
  { write, makeDirectory }: HeldTeddy,
  session: string,
  number: number,
  { input, context, meta }: NewTurn,
): Promise<void> {
  const directory = turnDirectory(session, number)
  await makeDirectory(directory)
  await write(join(directory, 'input.md'), input)
  await write(join(directory, 'turn.context'), context)
  await write(join(directory, 'meta.yaml'), turnMetaText(meta))
}

import { join } from 'node:path'
import { changedContext } from '../../dialects/teddy/session/context-list.ts'
import { type TurnMeta, withMetaField } from '../../dialects/teddy/session/turn-meta.ts'
import { sha256 } from '../content/content.ts'
import { unlinkIfThere } from '../files/whole.ts'
import type { HeldTeddy } from './change.ts'
import { pendingMemos, takeUpMemos } from './memos.ts'
import { type NewTurn, writeTurn } from './new-turn.ts'
import type { Turn } from './session.ts'
import { readTextFile } from './text-file.ts'

/** What a turn leaves behind. */
export interface TurnEnd {
  readonly report: string
  /** Texts of what was read in the web, by address. */
  readonly pages: ReadonlyMap<string, string>
  /** Resources that no turn of the session is to see any more. */
  readonly pruned: readonly string[]
  readonly changesMemos: boolean
  /** Absent: the session is over. */
  readonly next?: Omit<NewTurn, 'meta'> & { readonly meta: Omit<TurnMeta, 'created'> }
}

/**
 * Ends a turn. Until its very last step, the `meta.yaml` of the next turn or of this one, nothing has happened to anybody
 * who looks, and calling it again does it again. After that only the memos may be left to do.
 */
export async function endTurn(
  held: HeldTeddy,
  session: string,
  turn: Turn,
  { report, pages, pruned, changesMemos, next }: TurnEnd,
): Promise<void> {
  const { machine, write } = held
  const at = new Date(machine.now().wallMs).toISOString()
  await savePages(held, session, pages)
  await write(join(turn.directory, 'report.md'), report)
  await prune(held, join(session, 'session.context'), pruned)
  const pending = pendingMemos(turn.directory)
  if (changesMemos) await write(pending, '')
  else await unlinkIfThere(machine.files, pending)

  const path = join(turn.directory, 'meta.yaml')
  const ended = withMetaField(path, (await readTextFile(machine, path)) ?? '', 'ended', at)
  await write(path, next === undefined ? withMetaField(path, ended, 'concluded', true) : ended)
  if (next !== undefined) {
    await writeTurn(held, session, turn.number + 1, { ...next, meta: { ...next.meta, created: at } })
  }
  await takeUpMemos(held, turn.directory)
}

async function savePages(
  { write, makeDirectory }: HeldTeddy,
  session: string,
  pages: ReadonlyMap<string, string>,
): Promise<void> {
  if (pages.size > 0) await makeDirectory(join(session, 'pages'))
  for (const [address, text] of pages) await write(pagePath(session, address), text)
}

/** Where the text of an address in the web is kept for the turns after the one that read it. */
export function pagePath(session: string, address: string): string {
  return join(session, 'pages', `${sha256(Buffer.from(address)).slice(0, 32)}.md`)
}

async function prune({ machine, write }: HeldTeddy, path: string, pruned: readonly string[]): Promise<void> {
  const before = (await readTextFile(machine, path)) ?? ''
  const after = changedContext(before, { remove: pruned })
  if (after !== before) await write(path, after)
}

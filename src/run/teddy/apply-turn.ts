import { join } from 'node:path'
import type { TeddyPlan } from '../../dialects/teddy/plan.ts'
import { changedContext, contextResources, isAddress } from '../../dialects/teddy/session/context-list.ts'
import { fault } from '../../plan/diagnostics/fault.ts'
import { readKept } from '../../store/kept-bytes.ts'
import type { LockOptions } from '../../store/lock/lock.ts'
import type { Machine } from '../../store/machine/port.ts'
import { placeOf } from '../../store/plans/found-plan.ts'
import { sessionsFolder, teddyPlan } from '../../store/plans/teddy-plan.ts'
import { changeTeddy } from '../../store/teddy/change.ts'
import { endTurn } from '../../store/teddy/end-turn.ts'
import { takeUpMemos } from '../../store/teddy/memos.ts'
import { readSession, readTurn, type TeddySession } from '../../store/teddy/session.ts'
import { type TeddyPlace, turnName } from '../../store/teddy/teddy-place.ts'
import { readTextFile } from '../../store/teddy/text-file.ts'
import type { ActionOutcome } from '../actions/outcomes.ts'
import { type FollowingTurn, followingTurn, type KnownOutcome } from './following-turn.ts'

/** A turn whose plan was carried out, however that went. */
export interface ExecutedTurn {
  readonly session: string
  readonly turn: number
  readonly plan: TeddyPlan
  readonly outcomes: readonly Pick<ActionOutcome, 'position' | 'status' | 'output'>[]
  /** In Markdown. */
  readonly report: string
}

/**
 * Ends a turn and begins the next one, or ends the session. May be called again after a crash, and for a turn that has
 * ended long ago: nothing happens twice. Answers the session as it is then.
 */
export async function applyTurn(
  machine: Machine,
  place: TeddyPlace,
  executed: ExecutedTurn,
  lock: LockOptions,
): Promise<TeddySession> {
  const { session: name, turn: number, plan, report } = executed
  return changeTeddy(machine, place, lock, async (held) => {
    const session = await readSession(machine, place, name)
    if (session === undefined || !session.turns.includes(number)) {
      throw fault('E_TEDDY_NO_SESSION', `There is no turn ${number} in the session "${name}".`, { actual: name })
    }
    const turn = await readTurn(machine, session.directory, number)
    if (number < session.last.number || turn.meta.concluded) {
      await takeUpMemos(held, turn.directory)
      return session
    }
    const text = (await readTextFile(machine, join(turn.directory, 'turn.context'))) ?? ''
    const outcomes = await withTexts(machine, place, executed)
    const following = followingTurn(number, { ...turn.meta, context: contextResources(text) }, plan, outcomes)
    await endTurn(held, session.directory, turn, {
      report,
      pages: pagesOf(plan, outcomes),
      pruned: following.pruned,
      changesMemos: following.memos.length > 0,
      ...(!following.isConcluded && { next: nextTurn(following, text) }),
    })
    return (await readSession(machine, place, name))!
  })
}

function nextTurn({ agent, callers, context, input, isHandedOver }: FollowingTurn, text: string) {
  const wanted = new Set(context)
  const change = { add: context, remove: contextResources(text).filter((resource) => !wanted.has(resource)) }
  return {
    input,
    context: isHandedOver ? changedContext('', { add: context }) : changedContext(text, change),
    meta: { ...(agent && { agent }), callers },
  }
}

/** With the whole of what was answered or read, where the log holds only the beginning. */
async function withTexts(
  machine: Machine,
  { workspace }: TeddyPlace,
  { session, turn, outcomes }: ExecutedTurn,
): Promise<KnownOutcome[]> {
  const log = placeOf(teddyPlan(workspace, `${sessionsFolder}/${session}/${turnName(turn)}/plan.md`, 0))
  const known: KnownOutcome[] = []
  for (const { position, status, output } of outcomes) {
    const kept = output?.kept === undefined ? undefined : await readKept(machine, log, output.kept)
    const text = kept === undefined ? output?.text : Buffer.from(kept).toString()
    known.push({ position, status, ...(text !== undefined && { text }) })
  }
  return known
}

function pagesOf({ actions }: TeddyPlan, outcomes: readonly KnownOutcome[]): ReadonlyMap<string, string> {
  const pages = new Map<string, string>()
  for (const { position, status, text } of outcomes) {
    const action = actions.find((one) => one.position === position)
    if (action?.kind !== 'READ' || status !== 'succeeded' || text === undefined) continue
    if (isAddress(action.resource.target)) pages.set(action.resource.target, text)
  }
  return pages
}

import { toJson } from '../../../../plan/diagnostics/json.ts'
import { stepStatuses } from '../../../../plan/step-status.ts'
import { type TurnStanding, turnStanding } from '../../../../run/teddy/turn-standing.ts'
import { fromTop } from '../../../../store/plans/teddy-plan.ts'
import { readResources } from '../../../../store/teddy/resources.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import { turnName } from '../../../../store/teddy/teddy-place.ts'
import type { Teddy } from './open.ts'
import { nextCommands } from './words.ts'

/** A session for programs. `current` is the name of the one that is meant when none is named. */
export async function sessionJson(
  { machine, place, limits }: Teddy,
  session: TeddySession,
  current: string | undefined,
  known?: TurnStanding,
) {
  const { name, turns, last, directory } = session
  const standing = known ?? (await turnStanding(machine, place, session, limits))
  const resources = await readResources(machine, place, session, limits.markdown)
  return {
    session: name,
    isCurrent: name === current,
    directory: fromTop(place.workspace, directory),
    turn: turnName(last.number),
    turns: turns.map(turnName),
    state: standing.is,
    agent: last.meta.agent ?? null,
    callers: last.meta.callers,
    plan: last.meta.plan ?? null,
    title: standing.title ?? null,
    actions: standing.actions,
    counts: Object.fromEntries(stepStatuses.map((status) => [status, standing.counts.get(status) ?? 0])),
    context: {
      resources: resources.map(({ target, isAlways, bytes, why }) => ({
        target,
        isAlways,
        bytes,
        ...(why && { why }),
      })),
      bytes: resources.reduce((sum, { bytes }) => sum + bytes, 0),
    },
    next: nextCommands(session, standing).map(([command]) => command),
    diagnostics: toJson(standing.diagnostics),
  }
}

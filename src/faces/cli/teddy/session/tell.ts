import { visible } from '../../../../plan/diagnostics/visible.ts'
import { type TurnStanding, turnStanding } from '../../../../run/teddy/turn-standing.ts'
import { fromTop } from '../../../../store/plans/teddy-plan.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import { turnName } from '../../../../store/teddy/teddy-place.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import type { Teddy } from './open.ts'
import { agentText, nextCommands, standingText } from './words.ts'

/**
 *     login, turn 03 (Architect, called by Pathfinder): plan of 5 actions waits to be carried out
 *       Add a login page
 *       .teddy/sessions/login/03
 *
 *     Next:
 *       teddy execute               carry it out
 */
export async function tellSession(terminal: Terminal, teddy: Teddy, session: TeddySession): Promise<void> {
  const { machine, place, limits } = teddy
  const standing = await turnStanding(machine, place, session, limits)
  tellStanding(terminal, teddy, session, standing)
  tellNext(terminal, session, standing)
}

export function tellStanding(
  terminal: Terminal,
  { place }: Teddy,
  { name, last }: TeddySession,
  standing: TurnStanding,
): void {
  const agent = agentText(last)
  const who = agent === '' ? '' : ` (${visible(agent)})`
  const head = terminal.paint.out('place', name)
  terminal.out(`${head}, turn ${turnName(last.number)}${who}: ${standingText(standing)}\n`)
  if (standing.title) terminal.out(`  ${visible(standing.title)}\n`)
  terminal.out(`  ${fromTop(place.workspace, last.directory)}\n`)
}

export function tellNext(terminal: Terminal, session: TeddySession, standing: TurnStanding): void {
  const rows = nextCommands(session, standing).map(([command, about]) => [`  ${command}`, about])
  terminal.out(`\nNext:\n${table(rows)}\n`)
}

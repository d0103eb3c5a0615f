import { join } from 'node:path'
import { fault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { type TurnStanding, turnStanding } from '../../../../run/teddy/turn-standing.ts'
import { fromTop } from '../../../../store/plans/teddy-plan.ts'
import { currentName } from '../../../../store/teddy/choose-session.ts'
import { makeCurrent } from '../../../../store/teddy/create-session.ts'
import { settleMemos } from '../../../../store/teddy/memos.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import { turnDirectory, turnName } from '../../../../store/teddy/teddy-place.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import { executeTurn } from '../execute/execute.ts'
import type { Inputs } from '../input.ts'
import { planTurn } from '../plan/plan.ts'
import type { ResumeOptions } from '../resume.ts'
import { chosenSession, openTeddy, type Teddy } from '../session/open.ts'
import { sessionJson } from '../session/session-json.ts'
import { tellNext, tellStanding } from '../session/tell.ts'

export async function resumeSession(
  terminal: Terminal,
  context: ConfigContext,
  inputs: Inputs,
  options: ResumeOptions,
): Promise<number> {
  const teddy = await openTeddy(context, 'teddy resume')
  const { machine, place, limits, lock } = teddy
  const session = await chosenSession(teddy, context, options)
  const { name, last } = session
  if (options.session !== undefined && (await currentName(machine, place)) !== name) {
    await makeCurrent(machine, place, name, lock)
  }
  await settleMemos(machine, place, session, lock)
  const standing = await turnStanding(machine, place, session, limits)
  if (standing.is === 'concluded') return tellConcluded(terminal, teddy, session, standing, options)
  if (!options.json) {
    // What is gone on with has an answer of its own.
    const { paint } = terminal
    const beside = { ...terminal, out: (text: string) => terminal.err(text), paint: { out: paint.err, err: paint.err } }
    if (last.number > 1) beside.out(`Before: ${reportPath(teddy, session)}\n`)
    tellStanding(beside, teddy, session, standing)
  }
  if (standing.is === 'running') {
    throw fault('E_LOCKED', `The plan of turn ${turnName(last.number)} is being carried out.`, {
      hint: 'Wait until it is done, and look how far it is with `teddy status`.',
    })
  }
  const next = { ...options, session: name }
  if (standing.is === 'without plan') return planTurn(terminal, context, inputs, next)
  return executeTurn(terminal, context, inputs, next)
}

/** What came of the turn before this one. */
function reportPath({ place }: Teddy, { directory, last }: TeddySession): string {
  return fromTop(place.workspace, join(turnDirectory(directory, last.number - 1), 'report.md'))
}

async function tellConcluded(
  terminal: Terminal,
  teddy: Teddy,
  session: TeddySession,
  standing: TurnStanding,
  { json }: ResumeOptions,
): Promise<number> {
  if (json) terminal.out(`${jsonText(await sessionJson(teddy, session, session.name, standing), 2)}\n`)
  else {
    tellStanding(terminal, teddy, session, standing)
    tellNext(terminal, session, standing)
  }
  return exitCodes.ok
}

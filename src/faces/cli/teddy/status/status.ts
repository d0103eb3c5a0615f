import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { type TurnStanding, turnStanding } from '../../../../run/teddy/turn-standing.ts'
import { chooseSession, currentName } from '../../../../store/teddy/choose-session.ts'
import { readContext } from '../../../../store/teddy/context.ts'
import { readSession, readTurn, sessionNames, type TeddySession } from '../../../../store/teddy/session.ts'
import { turnName } from '../../../../store/teddy/teddy-place.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import { momentText } from '../../moment.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import { chosenSession, openTeddy, type Teddy } from '../session/open.ts'
import { sessionJson } from '../session/session-json.ts'
import { tellNext, tellSession } from '../session/tell.ts'
import { agentText, standingText } from '../session/words.ts'
import type { StatusOptions } from '../status.ts'

export async function tellStatus(terminal: Terminal, context: ConfigContext, options: StatusOptions): Promise<number> {
  const teddy = await openTeddy(context, 'teddy status')
  if (options.session !== undefined) return tellOne(terminal, teddy, context, options)
  const { sessions, diagnostics } = await allSessions(teddy)
  const meant = await meantName(teddy, context)
  if (options.json) {
    const listed = []
    for (const { session, standing } of sessions) listed.push(await sessionJson(teddy, session, meant, standing))
    terminal.out(`${jsonText({ sessions: listed, diagnostics: toJson(diagnostics) }, 2)}\n`)
  } else {
    tellDiagnostics(terminal, diagnostics)
    await tellAll(terminal, teddy, sessions, meant)
  }
  return diagnostics.length > 0 ? exitCodes.faults : exitCodes.ok
}

async function tellOne(
  terminal: Terminal,
  teddy: Teddy,
  context: ConfigContext,
  options: StatusOptions,
): Promise<number> {
  const session = await chosenSession(teddy, context, options)
  if (options.json) {
    const sessions = [await sessionJson(teddy, session, await meantName(teddy, context))]
    terminal.out(`${jsonText({ sessions, diagnostics: [] }, 2)}\n`)
  } else {
    await tellTurns(terminal, teddy, session)
    await tellSession(terminal, teddy, session)
  }
  return exitCodes.ok
}

interface LookedAt {
  readonly session: TeddySession
  readonly standing: TurnStanding
}

/** A session that cannot be read hides no other. */
async function allSessions({ machine, place, limits }: Teddy): Promise<{
  readonly sessions: readonly LookedAt[]
  readonly diagnostics: readonly Diagnostic[]
}> {
  const sessions: LookedAt[] = []
  const diagnostics: Diagnostic[] = []
  for (const name of await sessionNames(machine, place)) {
    try {
      const session = await readSession(machine, place, name)
      if (session === undefined) continue
      sessions.push({ session, standing: await turnStanding(machine, place, session, limits) })
    } catch (error) {
      if (!isFault(error)) throw error
      diagnostics.push(...error.diagnostics)
    }
  }
  return { sessions, diagnostics }
}

/** The name of the session that is meant when none is named, if there is one. */
async function meantName({ machine, place }: Teddy, { env }: ConfigContext): Promise<string | undefined> {
  try {
    return (await chooseSession(machine, place, env.TEDDY_SESSION || undefined)).name
  } catch (error) {
    if (!isFault(error)) throw error
    return currentName(machine, place)
  }
}

async function tellAll(
  terminal: Terminal,
  { machine }: Teddy,
  sessions: readonly LookedAt[],
  meant: string | undefined,
): Promise<void> {
  if (sessions.length === 0) return terminal.out('There is no session yet. Begin one: teddy start -m "…"\n')
  const rows: string[][] = []
  for (const { session, standing } of sessions) {
    const { name, last } = session
    const { always, turn } = await readContext(machine, session)
    rows.push([
      `${name === meant ? '*' : ' '} ${name}`,
      turnName(last.number),
      standingText(standing),
      counted(new Set([...always, ...turn]).size, 'resource'),
      visible(agentText(last)),
    ])
  }
  terminal.out(`${table(rows)}\n`)
  const current = sessions.find(({ session }) => session.name === meant)
  if (current !== undefined) tellNext(terminal, current.session, current.standing)
}

async function tellTurns(terminal: Terminal, { machine }: Teddy, session: TeddySession): Promise<void> {
  const rows: string[][] = []
  for (const number of session.turns) {
    const { meta } = await readTurn(machine, session.directory, number)
    const end = meta.ended === undefined ? '' : `until ${momentText(meta.ended)}`
    const from = meta.plan === undefined ? '' : `plan from ${visible(meta.plan.from)}`
    rows.push([turnName(number), visible(meta.agent ?? ''), `from ${momentText(meta.created)}`, end, from])
  }
  terminal.out(`${table(rows, terminal.width)}\n\n`)
}

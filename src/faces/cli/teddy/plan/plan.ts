import { join } from 'node:path'
import { hasErrors } from '../../../../plan/diagnostics/diagnostic.ts'
import { fault } from '../../../../plan/diagnostics/fault.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { type TurnStanding, turnStanding } from '../../../../run/teddy/turn-standing.ts'
import { settleMemos } from '../../../../store/teddy/memos.ts'
import { whilePlanning } from '../../../../store/teddy/planning.ts'
import { savePlan } from '../../../../store/teddy/save-plan.ts'
import { say } from '../../../../store/teddy/say.ts'
import { readSession, type TeddySession } from '../../../../store/teddy/session.ts'
import { turnName } from '../../../../store/teddy/teddy-place.ts'
import { readTextFile } from '../../../../store/teddy/text-file.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import type { Terminal } from '../../terminal.ts'
import type { Inputs } from '../input.ts'
import type { PlanOptions } from '../plan.ts'
import { chosenSession, openTeddy, type Teddy } from '../session/open.ts'
import { sessionJson } from '../session/session-json.ts'
import { tellSession } from '../session/tell.ts'
import { askForPlan } from './ask.ts'
import { planFrom } from './from.ts'
import type { MadePlan } from './made-plan.ts'

export async function planTurn(
  terminal: Terminal,
  context: ConfigContext,
  inputs: Inputs,
  options: PlanOptions,
): Promise<number> {
  const teddy = await openTeddy(context, 'teddy plan')
  const { machine, place, lock } = teddy
  const { name } = await chosenSession(teddy, context, options)
  return whilePlanning(machine, place, name, lock, async () => {
    // Somebody else may have been at it until now.
    const session = (await readSession(machine, place, name))!
    await settleMemos(machine, place, session, lock)
    const before = await planBefore(teddy, session, options)
    if (options.message !== undefined) await say(machine, place, session.last, options.message, lock)
    const made =
      options.from === undefined
        ? await askForPlan(terminal, context, teddy, session)
        : await planFrom(context, inputs, teddy, session, options.from)
    if (typeof made === 'number') return made
    if (hasErrors(made.diagnostics)) return tellFaults(terminal, made, options)
    const { text, origin } = made
    await savePlan(machine, place, { session: name, turn: session.last.number, text, origin, before }, lock)
    return tellPlan(terminal, teddy, name, made, options)
  })
}

/** The plan that waits in the turn, if another one may take its place. */
async function planBefore(
  { machine, place, limits }: Teddy,
  session: TeddySession,
  { again = false }: PlanOptions,
): Promise<string | undefined> {
  const { is } = await turnStanding(machine, place, session, limits)
  if (is === 'without plan') return undefined
  if (is === 'planned' && again) return readTextFile(machine, join(session.last.directory, 'plan.md'))
  const [message, hint] = refusals[is](turnName(session.last.number))
  throw fault('E_TEDDY_TURN', message, { actual: is, hint })
}

type Refusal = (turn: string) => readonly [message: string, hint: string]

const begun: Refusal = (turn) => [
  `The plan of turn ${turn} is being carried out, or was.`,
  'Go on with `teddy resume`.',
]

const refusals: Readonly<Record<Exclude<TurnStanding['is'], 'without plan'>, Refusal>> = {
  planned: (turn) => [
    `Turn ${turn} has a plan, which waits to be carried out.`,
    'Carry it out with `teddy execute`, or have another one in its place: `teddy plan --again -m "…"`.',
  ],
  concluded: () => ['The session is concluded.', 'Begin another one: `teddy start -m "…"`.'],
  running: begun,
  interrupted: begun,
  stopped: begun,
  executed: begun,
}

function tellFaults(terminal: Terminal, { text, diagnostics, kept }: MadePlan, { json }: PlanOptions): number {
  if (json) {
    terminal.out(`${jsonText({ ...(kept && { draft: kept }), diagnostics: toJson(diagnostics) }, 2)}\n`)
    return exitCodes.faults
  }
  tellDiagnostics(terminal, diagnostics, () => text)
  terminal.err(kept === undefined ? '\nNothing was saved.\n' : `\nNothing was saved. The last draft is kept: ${kept}\n`)
  return exitCodes.faults
}

async function tellPlan(
  terminal: Terminal,
  teddy: Teddy,
  name: string,
  { text, diagnostics }: MadePlan,
  { json }: PlanOptions,
): Promise<number> {
  const session = (await readSession(teddy.machine, teddy.place, name))!
  if (json) terminal.out(`${jsonText(await sessionJson(teddy, session, name), 2)}\n`)
  else {
    tellDiagnostics(terminal, diagnostics, () => text)
    await tellSession(terminal, teddy, session)
  }
  return exitCodes.ok
}

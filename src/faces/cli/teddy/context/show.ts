import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { readResources } from '../../../../store/teddy/resources.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import { turnName } from '../../../../store/teddy/teddy-place.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import type { ContextOptions } from '../context.ts'
import { chosenSession, openTeddy, type Teddy } from '../session/open.ts'
import { sizeText } from '../session/words.ts'

export async function showContext(
  terminal: Terminal,
  context: ConfigContext,
  options: ContextOptions,
): Promise<number> {
  const teddy = await openTeddy(context, 'teddy context')
  return tellContext(terminal, teddy, await chosenSession(teddy, context, options), options)
}

/** What the next plan is made with, as it is now. */
export async function tellContext(
  terminal: Terminal,
  { machine, place, limits }: Teddy,
  session: TeddySession,
  { json = false }: ContextOptions,
): Promise<number> {
  const resources = await readResources(machine, place, session, limits.markdown)
  const bytes = resources.reduce((sum, one) => sum + one.bytes, 0)
  const turn = turnName(session.last.number)
  if (json) {
    const listed = resources.map(({ target, isAlways, bytes: size, why }) => ({
      target,
      isAlways,
      bytes: size,
      ...(why && { why }),
    }))
    terminal.out(`${jsonText({ session: session.name, turn, resources: listed, bytes }, 2)}\n`)
    return exitCodes.ok
  }
  const missing = resources.filter(({ why }) => why !== undefined).length
  const told = missing === 0 ? '' : `, ${missing} of them cannot be shown`
  const count = counted(resources.length, 'resource')
  terminal.out(`${session.name}, turn ${turn}: ${count}, ${sizeText(bytes)}${told}\n`)
  const rows = resources.map(({ target, isAlways, bytes: size, why }) => [
    `  ${visible(target)}`,
    isAlways ? 'always' : '',
    why === undefined ? sizeText(size) : terminal.paint.out('warning', visible(why)),
  ])
  if (rows.length > 0) terminal.out(`${table(rows)}\n`)
  return exitCodes.ok
}

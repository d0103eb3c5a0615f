import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { createSession } from '../../../../store/teddy/create-session.ts'
import { nameOfMessage } from '../../../../store/teddy/session-name.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import type { Inputs } from '../input.ts'
import { messageOf } from '../session/message.ts'
import { openTeddy } from '../session/open.ts'
import { resourcesOf } from '../session/resource-words.ts'
import { sessionJson } from '../session/session-json.ts'
import { tellSession } from '../session/tell.ts'
import type { StartOptions } from '../start.ts'

export async function startSession(
  terminal: Terminal,
  context: ConfigContext,
  inputs: Inputs,
  word: string | undefined,
  options: StartOptions,
): Promise<number> {
  const teddy = await openTeddy(context, 'teddy start')
  const message = (await messageOf(context, inputs, options)).trim()
  if (word === undefined && message === '') {
    terminal.err('What is wanted? teddy start -m "…", or --file, or standard input.\n')
    return exitCodes.usage
  }
  const { machine, place, lock } = teddy
  const session = await createSession(
    machine,
    place,
    {
      name: word ?? nameOfMessage(message),
      agent: options.agent?.trim(),
      input: message === '' ? '' : `${message}\n`,
      context: await resourcesOf(teddy, context, options.context ?? []),
    },
    lock,
  )
  if (options.json) terminal.out(`${jsonText(await sessionJson(teddy, session, session.name), 2)}\n`)
  else await tellSession(terminal, teddy, session)
  return exitCodes.ok
}

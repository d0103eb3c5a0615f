import { setTopic } from '../../../store/sessions/topic.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ConfigContext } from '../steadplan/config/context.ts'
import type { Terminal } from '../terminal.ts'
import { topicAnswer } from './answers.ts'
import { sessionHere } from './here.ts'

export async function setSessionTopic(
  terminal: Terminal,
  { machine, env, home }: ConfigContext,
  topic: string,
  { json = false }: { json?: boolean } = {},
): Promise<number> {
  terminal.out(await topicAnswer(await setTopic(machine, sessionHere(env, home), topic), json))
  return exitCodes.ok
}

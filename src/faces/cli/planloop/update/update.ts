import type { UpdateAnswer } from '../../../../dialects/planloop/answers.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import type { Terminal } from '../../terminal.ts'
import type { UpdateOptions } from '../loop.ts'
import { openLoop } from '../open.ts'
import { tell, wantsJson } from '../run.ts'
import { successText } from '../success-text.ts'
import { type Input, payloadText, processInput } from './payload.ts'
import { takeUpdate } from './take.ts'

export async function update(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: UpdateOptions,
  input: Input = processInput,
): Promise<number> {
  const loop = await openLoop(context, options, 'planloop update')
  tellDiagnostics(terminal, loop.diagnostics)
  const payload = await payloadText(context, word, options, loop.values['limits.data'], input)
  const tellCommand = (command: string) => terminal.err(`running ${visible(command)}\n`)
  const answer = await takeUpdate(loop, payload, options, wantsJson(options) ? undefined : tellCommand)
  tell(terminal, options, answer, (one) => successText(one, terminal.paint.out, lines(one)))
  return exitCodes.ok
}

function lines({ added = [], warnings = [] }: UpdateAnswer): string[] {
  return [
    ...added.map(({ id, title }) => `  ${id}  ${visible(title)}`),
    ...warnings.map((one) => `  warning: ${visible(one)}`),
  ]
}

import type { SyncedAnswer } from '../../../dialects/planloop/answers.ts'
import { statusCommand } from '../../../dialects/planloop/commands.ts'
import { instructionsFile, instructionsFor } from '../../../dialects/planloop/instructions/sync.ts'
import { readInstructions, writeInstructions } from '../../../store/planloop/instructions-file.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ConfigContext } from '../steadplan/config/context.ts'
import type { Terminal } from '../terminal.ts'
import type { LoopOptions } from './loop.ts'
import { openHere } from './open.ts'
import { tell } from './run.ts'
import { successText } from './success-text.ts'
import { toldOf } from './told-of.ts'

export async function sync(terminal: Terminal, context: ConfigContext, options: LoopOptions): Promise<number> {
  const { machine, root } = await openHere(context, 'planloop sync')
  const before = await readInstructions(machine, root)
  const { inSync, content } = instructionsFor(before)
  if (!inSync) await writeInstructions(machine, root, before, content)
  const answer: SyncedAnswer = {
    status: 'success',
    message: inSync
      ? `${instructionsFile} holds the current instructions already.`
      : `${instructionsFile} holds the current instructions now. Read it before you go on.`,
    file: instructionsFile,
    changed: !inSync,
    next_command: statusCommand(toldOf(options)),
  }
  tell(terminal, options, answer, (one) => successText(one, terminal.paint.out))
  return exitCodes.ok
}

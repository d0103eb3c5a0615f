import { jsonText } from '../../../plan/diagnostics/json-text.ts'
import type { ConfigContext } from '../steadplan/config/context.ts'
import type { Terminal } from '../terminal.ts'
import { errorText } from './error-text.ts'
import type { LoopOptions } from './loop.ts'
import { refusalOf } from './refusal.ts'

type LoopAction = (terminal: Terminal, context: ConfigContext) => Promise<number>

/** Runs one command to its end. */
export async function runLoop(options: LoopOptions, action: LoopAction): Promise<void> {
  const { runCommand } = await import('../run.ts')
  const { processContext } = await import('../steadplan/config/context.ts')
  await runCommand((terminal) => carriedOut(terminal, processContext(), options, action))
}

/** Whatever goes wrong is an answer: an agent is never left with silence or a stack trace. */
export async function carriedOut(
  terminal: Terminal,
  context: ConfigContext,
  options: LoopOptions,
  action: LoopAction,
): Promise<number> {
  try {
    return await action(terminal, context)
  } catch (error) {
    const { answer, code } = refusalOf(error, options)
    if (wantsJson(options)) terminal.out(`${jsonText(answer, 2)}\n`)
    else terminal.err(errorText(answer, terminal.paint.err))
    return code
  }
}

/** Tells an answer in the form that was asked for. */
export function tell<Answer>(
  terminal: Terminal,
  options: LoopOptions,
  answer: Answer,
  text: (answer: Answer) => string,
): void {
  terminal.out(wantsJson(options) ? `${jsonText(answer, 2)}\n` : text(answer))
}

export function wantsJson({ json = false }: LoopOptions): boolean {
  return json !== false
}

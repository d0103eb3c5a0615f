import { statusCommand } from '../../../dialects/planloop/commands.ts'
import { type ErrorAnswer, errorAnswer } from '../../../dialects/planloop/error-answer.ts'
import { type Fault, isFault } from '../../../plan/diagnostics/fault.ts'
import { exitCodes } from '../exit-codes.ts'
import type { LoopOptions } from './loop.ts'
import { toldOf } from './told-of.ts'

/** What is answered when something went wrong, and the number to exit with. */
export function refusalOf(
  error: unknown,
  options: LoopOptions,
): { readonly answer: ErrorAnswer; readonly code: number } {
  const status = statusCommand(toldOf(options))
  if (!isFault(error)) {
    const defect = (error as Error | undefined)?.message ?? String(error)
    return { answer: errorAnswer([], { status, defect }), code: exitCodes.internal }
  }
  const code = isFault(error, 'CONFLICT', 'E_LOCKED') ? exitCodes.busy : exitCodes.faults
  return { answer: errorAnswer((error as Fault).diagnostics, { status }), code }
}

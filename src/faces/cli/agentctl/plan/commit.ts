import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { renderTerminal } from '../../../../plan/diagnostics/terminal.ts'
import { sourceOf } from '../../../../store/plans/open-plan.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import { openSession } from '../session.ts'
import { commitJson, commitText } from './commit/answer.ts'
import { type Submission, submitSession } from './commit/submit.ts'

export async function commitPlans(
  terminal: Terminal,
  context: ConfigContext,
  { json = false }: { json?: boolean } = {},
): Promise<number> {
  const submission = await submitSession(await openSession(terminal, context, 'agentctl plan commit'))
  const { isCommitted, diagnostics } = submission
  if (json) {
    const refused = { committed: false, diagnostics: toJson(diagnostics) }
    terminal.out(`${jsonText(submission.isCommitted ? commitJson(submission) : refused, 2)}\n`)
  } else {
    tellFaults(terminal, submission)
    if (submission.isCommitted) terminal.out(commitText(submission))
  }
  return isCommitted ? exitCodes.ok : exitCodes.faults
}

function tellFaults(terminal: Terminal, { diagnostics, threads, isCommitted }: Submission): void {
  if (diagnostics.length === 0) return
  const source = (file: string) => {
    for (const { opened } of threads) {
      const text = sourceOf(opened, file)
      if (text !== undefined) return text
    }
    return undefined
  }
  const { paint } = terminal
  // Whoever mends the files needs their whole names, and they are long.
  const width = diagnostics.reduce((most, { file = '' }) => Math.max(most, file.length + besideName), terminal.width)
  terminal.err(`${renderTerminal(diagnostics, { source, paint: paint.err, width })}\n`)
  if (!isCommitted) terminal.err('nothing was committed\n')
}

/** `:12:3  warning  E_PLAN_FILE_MISSING` */
const besideName = 50

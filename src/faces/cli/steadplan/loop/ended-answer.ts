import { type Diagnostic, diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import type { ReceiptWritten } from '../../../../plan/records.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { projectStatus } from '../../../../run/project-status.ts'
import type { Ended } from '../../../../run/pull/ended.ts'
import type { Pull } from '../../../../run/pull/pull.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import { tellDiagnostics } from '../config/show.ts'
import { visibleLines } from '../decide/words.ts'
import { commandLine } from './command-line.ts'
import { endedJson, endedLines, endOf } from './ended-text.ts'

/** What a command ended that said how a step ended. */
export async function tellEnded(
  terminal: Terminal,
  project: Project,
  reviewed: ReviewedPlan,
  pull: Pull,
  ended: Ended,
  { json }: { readonly json?: boolean },
): Promise<number> {
  const { name } = reviewed.found
  const failed = ended.receipts.find(({ passed }) => !passed)
  const faults = failed === undefined ? await projected(project, reviewed, pull) : [notProven(name, pull, failed)]
  if (json) {
    terminal.out(endedJson(name, pull, ended, [...project.diagnostics, ...faults]))
  } else {
    if (failed?.output) terminal.err(`${visibleLines(endOf(failed.output)).join('\n')}\n\n`)
    tellDiagnostics(terminal, faults)
    if (failed === undefined) terminal.out(endedLines(terminal.paint.out, name, pull, ended))
  }
  return failed === undefined ? exitCodes.ok : exitCodes.faults
}

/** The log has it. That the word could not be written into the file of the step as well is said, and undoes nothing. */
async function projected({ machine, lock }: Project, { found, reading }: ReviewedPlan, { log }: Pull) {
  try {
    const { state } = await log.read()
    await projectStatus(machine, found, log, reading.plan.steps, state, lock)
    return []
  } catch (error) {
    if (!isFault(error)) throw error
    return error.diagnostics.map((one): Diagnostic => ({ ...one, severity: 'warning' }))
  }
}

function notProven(plan: string, { who }: Pull, { step, command, why }: ReceiptWritten): Diagnostic {
  const again = commandLine('steadplan', 'done', plan, step, '--agent', who.name)
  return diagnostic('E_NOT_PROVEN', `\`${command}\` did not pass: ${why ?? 'no reason given'}`, {
    hint: `Mend it, then run \`${again}\`. The step is still yours.`,
  })
}

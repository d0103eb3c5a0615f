import { type Diagnostic, diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { ReceiptWritten } from '../../../../plan/records.ts'
import { stepWords } from '../../../../plan/step-status.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { projectStatus } from '../../../../run/project-status.ts'
import type { Ended } from '../../../../run/pull/ended.ts'
import type { Pull } from '../../../../run/pull/pull.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import { tellDiagnostics } from '../config/show.ts'
import { statusWord } from '../decide/decided.ts'
import { visibleLines } from '../decide/words.ts'
import { commandLine } from './command-line.ts'

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
    const diagnostics = toJson([...project.diagnostics, ...faults])
    terminal.out(`${jsonText({ ...asJson(name, pull, ended), diagnostics }, 2)}\n`)
  } else {
    if (failed?.output) terminal.err(`${visibleLines(endOf(failed.output)).join('\n')}\n\n`)
    tellDiagnostics(terminal, faults)
    if (failed === undefined) terminal.out(`${lines(terminal, name, pull, ended).join('\n')}\n`)
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

function asJson(plan: string, pull: Pull, { step, status, planStatus, counts, again, receipts, files }: Ended) {
  return {
    plan,
    step,
    status,
    again,
    planStatus,
    done: counts.complete + counts.skipped,
    total: counts.total,
    receipts: receipts.slice(-mostReceipts).map(({ command, passed, why, output }) => ({
      command,
      passed,
      why: why ?? null,
      output: passed ? '' : endOf(output),
    })),
    files: files.slice(0, mostFiles),
    next: nextCommand(plan, pull, { step, status, planStatus }),
  }
}

const mostReceipts = 20
const mostFiles = 20

function lines({ paint }: Terminal, plan: string, pull: Pull, ended: Ended): string[] {
  const { step, status, planStatus, counts, again, receipts } = ended
  const proof = receipts.length === 0 ? '' : `, ${receipts.length === 1 ? 'its command' : 'its commands'} passed`
  const next = nextCommand(plan, pull, ended)
  return [
    `${visible(plan)}: ${visible(step)} is ${stepWords[status]}${again ? ' already' : proof}`,
    `${counts.complete + counts.skipped} of ${counts.total} steps are done; the plan is ${statusWord(planStatus)}`,
    ...(next === null ? [] : [`${paint.out('label', 'Next:')} ${visible(next)}`]),
  ]
}

function nextCommand(
  plan: string,
  { who }: Pull,
  { step, status, planStatus }: Pick<Ended, 'step' | 'status' | 'planStatus'>,
) {
  const agent = ['--agent', who.name]
  if (status === 'in_progress') return commandLine('steadplan', 'done', plan, step, ...agent)
  return planStatus === 'completed' ? null : commandLine('steadplan', 'next', plan, ...agent)
}

/** What failed stands at the end. */
function endOf(output: string): string {
  return output.slice(-longestOutput)
}

const longestOutput = 2000

import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { stepWords } from '../../../../plan/step-status.ts'
import type { Ended } from '../../../../run/pull/ended.ts'
import type { Pull } from '../../../../run/pull/pull.ts'
import type { Terminal } from '../../terminal.ts'
import { commandLine } from './command-line.ts'

/** Where a step stands after somebody said how it ended, for programs. */
export function endedJson(plan: string, pull: Pull, ended: Ended, beside: Parameters<typeof toJson>[0]): string {
  return `${jsonText({ ...asJson(plan, pull, ended), diagnostics: toJson(beside) }, 2)}\n`
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

/** The same for whoever reads text. */
export function endedLines(paint: Terminal['paint']['out'], plan: string, pull: Pull, ended: Ended): string {
  return `${linesOf(paint, plan, pull, ended).join('\n')}\n`
}

function linesOf(paint: Terminal['paint']['out'], plan: string, pull: Pull, ended: Ended): string[] {
  const { step, status, planStatus, counts, again, receipts } = ended
  const proof = receipts.length === 0 ? '' : `, ${receipts.length === 1 ? 'its command' : 'its commands'} passed`
  const next = nextCommand(plan, pull, ended)
  return [
    `${visible(plan)}: ${visible(step)} is ${stepWords[status]}${again ? ' already' : proof}`,
    `${counts.complete + counts.skipped} of ${counts.total} steps are done; the plan is ${planStatus.replace('_', ' ')}`,
    ...(next === null ? [] : [`${paint('label', 'Next:')} ${visible(next)}`]),
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
export function endOf(output: string): string {
  return output.slice(-longestOutput)
}

const longestOutput = 2000

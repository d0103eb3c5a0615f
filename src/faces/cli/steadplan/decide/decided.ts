import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { PlanStatus } from '../../../../plan/lifecycle.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import { tellDiagnostics } from '../config/show.ts'
import { shortHash } from './words.ts'

export interface Outcome {
  readonly plan: string
  readonly status: PlanStatus
  readonly version?: number
  readonly hash?: string
}

/** What came of a decision. */
export function tellDecided(
  terminal: Terminal,
  { diagnostics }: Project,
  outcome: Outcome,
  { json }: { readonly json?: boolean },
): number {
  if (json) terminal.out(`${jsonText({ ...outcome, diagnostics: toJson(diagnostics) }, 2)}\n`)
  else {
    const { plan, status, version, hash } = outcome
    const details = [
      ...(version === undefined ? [] : [`version ${version}`]),
      ...(hash === undefined ? [] : [`hash ${shortHash(hash)}`]),
    ].join(', ')
    terminal.out(`${visible(plan)} is ${statusWord(status)}${details && `: ${details}`}\n`)
  }
  return exitCodes.ok
}

/** Faults of the configuration do not keep a person from deciding, but have to be seen. */
export function tellBeside(terminal: Terminal, project: Project, { json }: { readonly json?: boolean }): void {
  if (!json) tellDiagnostics(terminal, project.diagnostics, project.config.source)
}

export function statusWord(status: PlanStatus): string {
  return status.replace('_', ' ')
}

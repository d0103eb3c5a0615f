import { readAgentflow } from '../../../src/dialects/agentflow/read.ts'
import type { PlanReading } from '../../../src/dialects/plan-reading.ts'
import { type Diagnostic, type Fix, sorted } from '../../../src/plan/diagnostics/diagnostic.ts'
import { checkPlan } from '../../../src/rules/check-plan.ts'
import { encode } from '../shared/read.ts'

export type Files = Readonly<Record<string, string>>

export const soundPlan = '---\ntitle: Move sessions\n---\n\nThey are lost on restart.\n'

/** A plan with one task, whose front matter and body are given. */
export function oneTask(task: string): Files {
  return { 'plan.md': soundPlan, 'tasks/01-a.md': task }
}

export function read(files: Files, isHome = false): PlanReading {
  const texts = new Map(Object.entries(files).map(([path, text]) => [path, encode(text)]))
  return readAgentflow(texts, { key: 'key', prefix: '', isHome })
}

/** Everything that is wrong, in the dialect and by the rules. */
export function faultsOf(files: Files, isHome = false): Diagnostic[] {
  const { plan, diagnostics } = read(files, isHome)
  return sorted([...diagnostics, ...checkPlan(plan, { agents: new Set(['claude-code', 'codex']) })])
}

export function fixed(files: Files, { edits }: Fix): Files {
  const changed: Record<string, string> = { ...files }
  for (const { file, start, end, text } of [...edits].sort((a, b) => b.start - a.start)) {
    changed[file] = changed[file]!.slice(0, start) + text + changed[file]!.slice(end)
  }
  return changed
}

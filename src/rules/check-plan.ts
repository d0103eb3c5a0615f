import { type Diagnostic, sorted } from '../plan/diagnostics/diagnostic.ts'
import { graphDiagnostics } from '../plan/graph/faults.ts'
import type { Plan } from '../plan/types.ts'
import { agentIsKnown } from './agent-is-known.ts'
import { filesAreInside } from './files-are-inside.ts'
import { hasNarrative } from './has-narrative.ts'
import { hasSteps } from './has-steps.ts'
import { hasTitle } from './has-title.ts'
import { idIsKebab } from './id-is-kebab.ts'
import { stepHasText } from './step-has-text.ts'
import { verifyCommands } from './verify-commands.ts'

/** What a rule needs to know beyond the plan. A rule whose facts are not given is not applied. */
export interface Facts {
  /** The names of the agents in the configuration. */
  readonly agents?: ReadonlySet<string>
}

/** Everything that is wrong with a plan, however it is written down. */
export function checkPlan(plan: Plan, facts: Facts = {}): Diagnostic[] {
  return sorted([
    ...hasTitle(plan),
    ...hasNarrative(plan),
    ...hasSteps(plan),
    ...stepHasText(plan),
    ...idIsKebab(plan),
    ...graphDiagnostics(plan.steps),
    ...agentIsKnown(plan, facts.agents),
    ...filesAreInside(plan),
    ...verifyCommands(plan),
  ])
}

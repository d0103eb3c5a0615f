import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import { nearIds } from '../plan/graph/near-id.ts'
import type { Plan } from '../plan/types.ts'
import { at } from './place.ts'

export function agentIsKnown({ steps }: Plan, agents: ReadonlySet<string> | undefined): Diagnostic[] {
  if (agents === undefined) return []
  const near = nearIds(agents)
  const found: Diagnostic[] = []
  for (const { id, agent, place } of steps) {
    if (agent === undefined || agents.has(agent)) continue
    const expected = near(agent)
    found.push(
      diagnostic('E_AGENT_UNKNOWN', `"${id}" is meant for "${agent}", an agent that is not configured.`, {
        ...at(place?.file, place?.agent ?? place?.id),
        actual: agent,
        ...(expected !== undefined && {
          expected,
          hint: `Did you mean "${expected}"? If not, add the agent to the configuration.`,
        }),
      }),
    )
  }
  return found
}

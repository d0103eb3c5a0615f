import { Fault } from '../plan/diagnostics/fault.ts'
import { type AcpOptions, acpAgent } from './acp/agent.ts'
import type { Agent } from './agent.ts'
import { commandAgent } from './command-agent.ts'
import { type AgentDefinition, definitionFaults } from './definition.ts'

/** The agent behind a definition; undefined for a person, for whom the step waits. Nothing is started yet. */
export function openAgent(definition: AgentDefinition, options: AcpOptions): Agent | undefined {
  const [first, ...others] = definitionFaults(definition)
  if (first !== undefined) throw new Fault([first, ...others])
  if (definition.kind === 'person') return undefined
  return definition.kind === 'acp' ? acpAgent(definition, options) : commandAgent(definition)
}

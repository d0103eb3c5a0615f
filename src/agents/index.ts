/** Who carries out a step: programs that speak the Agent Client Protocol, and any other command. */
export type { Agent, AgentOutcome, AgentTask, AgentUpdate, ToolScope, Usage } from './agent.ts'
export type { AgentDefinition } from './definition.ts'
export { findAgents } from './find-agents.ts'
export { openAgent } from './open-agent.ts'
export { presets } from './presets.ts'
export { testAgent } from './test-agent.ts'

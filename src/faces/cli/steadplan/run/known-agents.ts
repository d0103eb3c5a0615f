import { findAgents } from '../../../../agents/find-agents.ts'
import type { EnvironmentRequest } from '../../../../process/environment.ts'
import { type AgentChoice, agentTable } from '../../../../run/agent-choice.ts'
import type { Config } from '../../../../store/config/load.ts'
import type { ConfigContext } from '../config/context.ts'

export interface KnownAgents extends AgentChoice {
  /** Where the program of each is that is installed. */
  readonly programs: ReadonlyMap<string, string>
}

/** What all programs get of the environment, by the configuration. */
export function commonEnvironment({ values }: Config): EnvironmentRequest {
  return { pass: values['process.pass'], set: values['process.env'] }
}

/** Every agent that can be named, and which of them are there. Nothing is started. */
export async function findKnownAgents(
  { machine, env }: ConfigContext,
  config: Config,
  flag: string | undefined,
): Promise<KnownAgents> {
  const table = agentTable(config.values['agents.define'], commonEnvironment(config))
  const found = await findAgents(machine, env, table.values())
  const programs = new Map(found.map(({ definition, program }) => [definition.name, program]))
  return {
    table,
    programs,
    installed: new Set(programs.keys()),
    preferred: flag ?? (config.values['agents.default'] || undefined),
  }
}

import type { Agent } from '../agents/agent.ts'
import type { AgentDefinition } from '../agents/definition.ts'
import { openAgent } from '../agents/open-agent.ts'
import { presets } from '../agents/presets.ts'
import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import { Fault, fault } from '../plan/diagnostics/fault.ts'
import { suggest } from '../plan/diagnostics/suggest.ts'
import type { Step, StepId } from '../plan/types.ts'
import type { EnvironmentRequest } from '../process/environment.ts'
import type { AgentSetting } from '../store/config/kinds/agents.ts'
import type { Machine } from '../store/machine/port.ts'

/** Every agent that can be named: the known ones, and those of the configuration, which win. */
export function agentTable(
  defined: ReadonlyMap<string, AgentSetting>,
  common: EnvironmentRequest = {},
): ReadonlyMap<string, AgentDefinition> {
  const own = [...defined].map(([name, setting]) => [name, definitionOf(name, setting)] as const)
  return new Map([...presets, ...own].map(([name, one]) => [name, withEnvironment(one, common)]))
}

function definitionOf(name: string, { kind, argv, promptBy, pass, env }: AgentSetting): AgentDefinition {
  const environment = { ...(pass && { pass }), ...(env && { set: new Map(Object.entries(env)) }) }
  return { name, kind, argv, ...(promptBy && { promptBy }), env: environment }
}

/** What all programs get, the agents get as well; what is said of one agent wins. */
function withEnvironment(
  definition: AgentDefinition,
  { pass = [], set = new Map() }: EnvironmentRequest,
): AgentDefinition {
  if (definition.kind === 'person') return definition
  const own = definition.env ?? {}
  return { ...definition, env: { pass: [...pass, ...(own.pass ?? [])], set: new Map([...set, ...(own.set ?? [])]) } }
}

export interface AgentChoice {
  readonly table: ReadonlyMap<string, AgentDefinition>
  /** Names of the agents whose programs are there. */
  readonly installed: ReadonlySet<string>
  /** For steps that name none; without it, the only one that is installed. */
  readonly preferred?: string | undefined
}

export interface ChosenAgents {
  /** Who does each step. A step that is missing here has a fault. */
  readonly byStep: ReadonlyMap<StepId, AgentDefinition>
  readonly faults: readonly Diagnostic[]
}

/** Who does which step. All that is missing is told at once, each agent once. */
export function chooseAgents(steps: readonly Step[], choice: AgentChoice): ChosenAgents {
  const byStep = new Map<StepId, AgentDefinition>()
  const faults = new Map<string, Diagnostic>()
  const standard = standardAgent(choice)
  for (const step of steps) {
    const found = step.agent === undefined ? standard : usable(step.agent, choice)
    if ('kind' in found) byStep.set(step.id, found)
    else if (!faults.has(step.agent ?? '')) faults.set(step.agent ?? '', found)
  }
  return { byStep, faults: [...faults.values()] }
}

/** The agent for steps that name none. */
export function standardAgent(choice: AgentChoice): AgentDefinition | Diagnostic {
  const { preferred, installed, table } = choice
  if (preferred === 'person') {
    return diagnostic('E_NO_AGENT', 'A person cannot stand in for every step that names no agent.', {
      hint: 'Write `agent: person` into the steps that are meant, or let people take steps with `steadplan next`.',
    })
  }
  if (preferred !== undefined && preferred !== '') return usable(preferred, choice)
  const [only, ...more] = installed
  if (only !== undefined && more.length === 0) return table.get(only)!
  if (only === undefined) {
    return diagnostic('E_NO_AGENT', 'No agent is named, and none of those that are known is installed.', {
      hint: 'Install one of those that `steadplan agents` lists, or describe your own under `agents.define`.',
    })
  }
  return diagnostic('E_NO_AGENT', 'No agent is named, and several are installed.', {
    expected: [...installed].join(', '),
    hint: 'Choose one with `--agent`, or for good with `steadplan config set --user agents.default <name>`.',
  })
}

function usable(name: string, { table, installed }: AgentChoice): AgentDefinition | Diagnostic {
  const definition = table.get(name)
  if (definition === undefined) {
    const near = suggest(name, [...table.keys()])
    return diagnostic('E_NO_AGENT', `There is no agent "${name}".`, {
      actual: name,
      ...(near !== undefined && { expected: near }),
      hint: near === undefined ? 'Describe it under `agents.define`.' : `Did you mean "${near}"?`,
    })
  }
  if (definition.kind === 'person' || installed.has(name)) return definition
  return diagnostic('E_NO_AGENT', `The program of the agent "${name}" is not installed.`, {
    actual: definition.argv?.[0] ?? '',
    hint: 'Install it, or choose another agent with `--agent` or in the step.',
  })
}

export interface OpenedAgents {
  readonly agentFor: (step: Step) => Agent
  readonly close: () => Promise<void>
}

/** One agent for each name, however many steps it has. Nothing is started before a step is. */
export function openAgents(
  { byStep, faults }: ChosenAgents,
  { machine, cwd, timeoutMs }: { readonly machine: Machine; readonly cwd: string; readonly timeoutMs: number },
): OpenedAgents {
  const [first, ...others] = faults
  if (first !== undefined) throw new Fault([first, ...others])
  const byName = new Map<string, Agent>()
  for (const definition of byStep.values()) {
    if (byName.has(definition.name)) continue
    const agent = openAgent(definition, { machine, cwd })
    if (agent !== undefined) byName.set(definition.name, agent)
  }
  return {
    agentFor(step) {
      const agent = byName.get(byStep.get(step.id)?.name ?? '')
      if (agent === undefined) throw fault('E_NO_AGENT', `no agent was chosen for step ${step.id}`)
      return withTime(agent, step.timeoutMs ?? timeoutMs)
    },
    close: async () => void (await Promise.all([...byName.values()].map((agent) => agent.close()))),
  }
}

/** Agents take longer than commands, so the time of a command is not theirs. */
function withTime(agent: Agent, timeoutMs: number): Agent {
  return { name: agent.name, work: (task) => agent.work({ ...task, timeoutMs }), close: () => agent.close() }
}

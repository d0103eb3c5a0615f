import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import { commandFaults } from '../process/command.ts'
import { type EnvironmentRequest, environmentFaults } from '../process/environment.ts'

/** How an agent is reached. A `person` has no program: the step waits until somebody says that it is done. */
export interface AgentDefinition {
  readonly name: string
  readonly kind: 'acp' | 'command' | 'person'
  /** The program and its arguments. In those of a command, `{prompt}` stands for everything the agent is told. */
  readonly argv?: readonly string[]
  /** Only for a command. Without it: as an argument where `{prompt}` stands, else on standard input. */
  readonly promptBy?: 'stdin' | 'argument'
  readonly env?: EnvironmentRequest
}

export const promptPlace = '{prompt}'

/** Every fault of a definition that can be seen before its program is started. */
export function definitionFaults(definition: AgentDefinition): Diagnostic[] {
  const { name, kind, argv = [], promptBy, env } = definition
  const [program, ...args] = argv
  const faults: Diagnostic[] = []
  const refuse = (message: string): void =>
    void faults.push(diagnostic('E_BAD_AGENT', `The agent ${JSON.stringify(name)} ${message}.`))

  if (kind === 'person') {
    if (argv.length > 0) refuse('is a person and has a program')
    return faults
  }
  if (program === undefined) refuse('has no program')
  else faults.push(...commandFaults(argv, '/'))
  // A plan would choose what is run.
  if (program?.includes(promptPlace)) refuse('takes the prompt as its program')
  const hasPlace = args.some((argument) => argument.includes(promptPlace))
  if (kind === 'acp' && (hasPlace || promptBy !== undefined))
    refuse('speaks the protocol and needs no place for a prompt')
  if (kind === 'command' && hasPlace && promptBy === 'stdin')
    refuse('takes the prompt as an argument and on standard input')
  if (env !== undefined) faults.push(...environmentFaults(env))
  return faults
}

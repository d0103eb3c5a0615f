import { newProgram, runProgram } from '../program.ts'
import { registerPlan } from './plan.ts'
import { registerSetTopic } from './topic.ts'

export async function main(args: readonly string[]): Promise<void> {
  const program = newProgram('agentctl', description, help)
  registerSetTopic(program)
  registerPlan(program)
  await runProgram(program, args)
}

const description = 'What an agent in plan mode calls: it says what it works on, and writes, checks and submits plans.'

const help = `
Environment:
  AGENTCTL_SESSION_ID   the session that the command belongs to; has to be set
  AGENTCTL_AGENT        the name of the agent that calls
  AGENTFLOW_HOME        where plans are kept, ~/.agentflow by default`

import { newProgram, runProgram } from '../program.ts'
import { registerCheck } from './check.ts'
import { registerContext } from './context.ts'
import { registerExecute } from './execute.ts'
import { registerPlan } from './plan.ts'
import { registerPreprocess } from './preprocess.ts'
import { registerResume } from './resume.ts'
import { registerStart } from './start.ts'
import { registerStatus } from './status.ts'

export async function main(args: readonly string[]): Promise<void> {
  const program = newProgram('teddy', description, '')
  registerPreprocess(program)
  registerCheck(program)
  registerStart(program)
  registerPlan(program)
  registerExecute(program)
  registerResume(program)
  registerContext(program)
  registerStatus(program)
  await runProgram(program, args)
}

const description =
  'Markdown plans of actions, as language models write them: mend their fences, name their faults, carry them out.'

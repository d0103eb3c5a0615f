import { newProgram, runProgram } from '../program.ts'
import { registerCheck } from './check.ts'
import { registerPreprocess } from './preprocess.ts'

export async function main(args: readonly string[]): Promise<void> {
  const program = newProgram('teddy', description, '')
  registerPreprocess(program)
  registerCheck(program)
  await runProgram(program, args)
}

const description =
  'Markdown plans of actions, as language models write them: mend their fences, name their faults, carry them out.'

import { errorAnswer } from '../../../dialects/planloop/error-answer.ts'
import { jsonText } from '../../../plan/diagnostics/json-text.ts'
import { exitCodes } from '../exit-codes.ts'
import { newProgram, runProgram } from '../program.ts'
import { processTerminal } from '../terminal.ts'
import { registerLoop } from './loop.ts'
import { registerPlanning } from './planning.ts'
import { registerSessions } from './sessions.ts'

export async function main(args: readonly string[]): Promise<void> {
  const program = newProgram('planloop', description, help)
  const said: string[] = []
  // Whoever reads JSON is told in JSON that the command line is wrong.
  if (args.includes('--json')) program.configureOutput({ writeErr: (text) => said.push(text) })
  registerLoop(program)
  registerPlanning(program)
  registerSessions(program)
  await runProgram(program, args)
  if (process.exitCode === exitCodes.usage && said.length > 0) {
    processTerminal.out(`${jsonText(errorAnswer([], { usage: said.join('') }), 2)}\n`)
  }
}

const description = 'A plan for an agent: it asks what is next, does it, and reports.'

const help = `
The session is the one of --session, else of PLANLOOP_SESSION, else the one last started for this project.

Environment:
  PLANLOOP_SESSION   the session to work on
  PLANLOOP_HOME      where sessions are kept, ~/.planloop by default`

import type { CreateTerminalRequest, TerminalExitStatus, TerminalOutputResponse } from '@agentclientprotocol/sdk'
import { fault } from '../../plan/diagnostics/fault.ts'
import { type OpenProcess, openProcess, type ProcessEnd } from '../../process/open.ts'
import { quoted } from '../quoted.ts'
import { TextEnd } from '../text-end.ts'
import { limits } from './limits.ts'
import { placeOf } from './place.ts'
import { demand, type Session } from './session.ts'

/** A program that runs for an agent, inside of its step: it is ended with the step at the latest. */
export interface Terminal {
  readonly program: OpenProcess
  readonly output: TextEnd
  end: ProcessEnd | undefined
}

export async function createTerminal(
  session: Session,
  request: CreateTerminalRequest,
): Promise<{ terminalId: string }> {
  const { command, args = [], cwd, outputByteLimit } = request
  demand(session, 'execute', `run ${quoted([command, ...args].join(' '))}`)
  if (session.terminals.size >= limits.terminals) {
    throw fault('E_OUT_OF_SCOPE', `No more than ${limits.terminals} terminals are open at once; release one.`)
  }
  const program = await openProcess({
    argv: argvOf(command, args),
    cwd: await placeOf(session, cwd ?? '.', 'read'),
    // Whoever may run any program may set any variable for it.
    env: { set: new Map((request.env ?? []).map(({ name, value }) => [name, value])) },
  })
  program.stdin.end()
  const output = new TextEnd(Math.min(outputByteLimit ?? limits.terminalOutput, limits.terminalOutput))
  const terminal: Terminal = { program, output, end: undefined }
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.add(text))
  }
  void program.ended.then((end) => {
    terminal.end = end
  })
  const terminalId = session.machine.nonce()
  session.terminals.set(terminalId, terminal)
  // The step may have ended while the program was started.
  if (session.isOver) await endTerminals(session)
  return { terminalId }
}

export function terminalOutput(session: Session, id: string): TerminalOutputResponse {
  const { output, end } = terminalOf(session, id)
  return { output: output.text(), truncated: output.truncated, ...(end && { exitStatus: { ...end } }) }
}

export async function waitForTerminal(session: Session, id: string): Promise<TerminalExitStatus> {
  const { program } = terminalOf(session, id)
  await program.closed
  return { ...(await program.ended) }
}

export async function killTerminal(session: Session, id: string): Promise<void> {
  await terminalOf(session, id).program.end()
}

export async function releaseTerminal(session: Session, id: string): Promise<void> {
  const { program } = terminalOf(session, id)
  await program.end()
  session.terminals.delete(id)
}

export async function endTerminals({ terminals }: Session): Promise<void> {
  await Promise.all([...terminals.values()].map(({ program }) => program.end()))
}

function terminalOf({ terminals }: Session, id: string): Terminal {
  const terminal = terminals.get(id)
  if (terminal === undefined) throw fault('E_OUT_OF_SCOPE', `There is no terminal ${quoted(id)} in this step.`)
  return terminal
}

/**
 * Most agents give a line for the shell and no arguments. `execute` is the leave to run anything, a shell too.
 *
 *     {"command":"npm test && git status"}
 *                    ^
 */
function argvOf(command: string, args: readonly string[]): readonly [string, ...string[]] {
  const isLine = args.length === 0 && /[^\w./+@:-]/.test(command)
  return isLine && process.platform !== 'win32' ? ['/bin/sh', '-c', command] : [command, ...args]
}

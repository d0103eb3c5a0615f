import { accessSync, constants, statSync } from 'node:fs'
import { type Fault, fault } from '../plan/diagnostics/fault.ts'

/** Why a program could not be started, from the error of `spawn`. */
export function startFault(error: unknown, program: string, cwd: string): Fault {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
  const name = JSON.stringify(program)
  switch (code) {
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
    case 'ENOSPC':
      return fault('E_NOT_STARTED', `The system could not start ${name} (${code}).`, { cause: error })
    case 'E2BIG':
      return fault('E_BAD_COMMAND', `The arguments and the environment of ${name} are too long for the system.`, {
        cause: error,
        hint: 'Hand long text over by a file or by standard input.',
      })
    default:
      // The system says the same of a missing directory as of a missing program.
      if (!canEnter(cwd)) {
        return fault('E_NO_DIRECTORY', `Cannot run ${name} in ${JSON.stringify(cwd)}.`, { cause: error })
      }
      return fault('E_NO_PROGRAM', `${reason(code)}: ${name} (${code}).`, { cause: error })
  }
}

function canEnter(directory: string): boolean {
  try {
    accessSync(directory, constants.X_OK)
    return statSync(directory).isDirectory()
  } catch {
    return false
  }
}

function reason(code: string): string {
  if (code === 'ENOENT') return 'The program was not found'
  if (code === 'EACCES' || code === 'EPERM') return 'The program may not be executed'
  return 'The program cannot be executed'
}

import { isAbsolute } from 'node:path'
import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'

/**
 * Every fault of a command that can be seen before it is started. Arguments are otherwise left alone: they reach the
 * program as they are, byte for byte, because no shell stands between. Whoever puts text of a plan behind a program's
 * own options puts `--` before it; only the caller knows where the options end.
 */
export function commandFaults(argv: readonly string[], cwd: string, platform = process.platform): Diagnostic[] {
  const [program = ''] = argv
  const faults: Diagnostic[] = []
  const refuse = (message: string): void => void faults.push(diagnostic('E_BAD_COMMAND', message))

  if (program.trim() === '') refuse('The command names no program.')
  for (const [index, argument] of argv.entries()) {
    if (argument.includes('\0')) refuse(`Argument ${index} of the command holds a NUL.`)
  }
  if (platform === 'win32' && isBatchFile(program)) {
    refuse(`${JSON.stringify(program)} is a batch file: cmd.exe would run its arguments as commands.`)
  }
  if (cwd.includes('\0')) refuse('The directory to run the command in holds a NUL.')
  else if (!isAbsolute(cwd)) refuse(`The directory to run the command in is not absolute: ${JSON.stringify(cwd)}.`)
  return faults
}

/** Windows drops dots and spaces at the end of a name, and what follows a colon names a stream of the same file. */
function isBatchFile(program: string): boolean {
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
  const [file = ''] = name.replace(/^[a-z]:/i, '').split(':')
  let end = file.length
  while (end > 0 && (file[end - 1] === '.' || file[end - 1] === ' ')) end--
  return /\.(?:bat|cmd)$/i.test(file.slice(0, end))
}

import { exitCodes } from './exit-codes.ts'
import { processTerminal } from './terminal.ts'

/** What a command says of which this version holds the name and nothing else. */
export function withoutCommands(name: string, args: readonly string[]): void {
  const text = `Usage: ${name} --version\n\nThis version of steadplan does not have the commands of ${name} yet.\n`
  const wantsHelp = args.length === 0 || args[0] === '--help' || args[0] === '-h'
  if (wantsHelp) processTerminal.out(text)
  else processTerminal.err(text)
  process.exitCode = wantsHelp ? exitCodes.ok : exitCodes.usage
}

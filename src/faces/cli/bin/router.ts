import { writeSync } from 'node:fs'

/** Replaced by the version in package.json when the package is built. */
declare const STEADPLAN_VERSION: string

export interface CommandLine {
  readonly main: (args: readonly string[]) => Promise<void>
}

/** Answers the hot paths itself and loads the rest only when it is wanted. */
export function route(load: () => Promise<CommandLine>): void {
  const args = process.argv.slice(2)
  // Not through process.stdout: setting that up takes longer than all the rest.
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) writeSync(1, `${STEADPLAN_VERSION}\n`)
  else void load().then(({ main }) => main(args))
}

import { writeSync } from 'node:fs'

/** Replaced by the version in package.json when the package is built. */
declare const STEADPLAN_VERSION: string

export interface CommandLine {
  readonly main: (args: readonly string[]) => Promise<void>
}

/** A short way for what is called very often. */
export interface ShortCut {
  readonly fits: (args: readonly string[]) => boolean
  /** `answer` gives what to print, or undefined when the long way has to be taken. */
  readonly load: () => Promise<{ readonly answer: (args: readonly string[]) => Promise<string | undefined> }>
}

/** Answers the hot paths itself and loads the rest only when it is wanted. */
export function route(load: () => Promise<CommandLine>, shortCut?: ShortCut): void {
  const args = process.argv.slice(2)
  const takeLongWay = () => load().then(({ main }) => main(args))
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) print(`${STEADPLAN_VERSION}\n`)
  else if (shortCut?.fits(args)) {
    void shortCut
      .load()
      .then(({ answer }) => answer(args))
      .then((text) => (text === undefined ? takeLongWay() : print(text)))
  } else void takeLongWay()
}

/** Not through process.stdout: setting that up takes longer than all the rest. It does what a full pipe needs. */
function print(text: string): void {
  const bytes = Buffer.from(text)
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written)
  } catch {
    process.stdout.write(bytes.subarray(written))
  }
}

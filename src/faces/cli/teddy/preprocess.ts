import type { Command } from 'commander'
import { run } from '../action.ts'

/** `teddy preprocess`. */
export function registerPreprocess(program: Command): void {
  program
    .command('preprocess')
    .description('Make every fence of a plan longer than what stands inside, so that each block ends where it should')
    .argument('[file]', 'a plan, which is mended in place; - for standard input; without one: the clipboard')
    .option('--no-copy', 'do not put the result on the clipboard')
    .option('--check', 'change nothing; exit with 1 if something would change')
    .option('--diff', 'change nothing; show what would change')
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action((file: string | undefined, options: PreprocessOptions) =>
      run(options, async (terminal, context) => {
        const { preprocess } = await import('./preprocess/preprocess.ts')
        const { processInputs } = await import('./input.ts')
        return preprocess(terminal, context, processInputs(context), file, options)
      }),
    )
}

export interface PreprocessOptions {
  readonly copy?: boolean
  readonly check?: boolean
  readonly diff?: boolean
  readonly json?: boolean
}

const help = `
A file is replaced in one step and only when something changes. From the clipboard the result goes to standard output and
back to the clipboard; from standard input, or a pipe, to standard output alone. A plan that is safe comes back byte for
byte.

Examples:
  teddy preprocess plan.md               in place
  teddy preprocess plan.md --diff        what would change
  teddy preprocess --check plan.md       in a script
  teddy preprocess                       what you have just copied
  llm "write a plan" | teddy preprocess > plan.md`

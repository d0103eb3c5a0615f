import type { Command } from 'commander'
import { run } from '../action.ts'

/** `teddy check`. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('Name everything that is wrong with a plan as it is written')
    .argument('[file]', 'a plan; - for standard input; without one: the clipboard')
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action((file: string | undefined, options: CheckOptions) =>
      run(options, async (terminal, context) => {
        const { checkPlan } = await import('./check/check.ts')
        const { processInputs } = await import('./input.ts')
        return checkPlan(terminal, context, processInputs(context), file, options)
      }),
    )
}

export interface CheckOptions {
  readonly json?: boolean
}

const help = `
Nothing is compared with the files of the project, and nothing is carried out.

Examples:
  teddy check plan.md
  teddy preprocess < answer.md | teddy check -
  teddy check plan.md --json | jq .diagnostics`

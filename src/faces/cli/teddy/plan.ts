import type { Command } from 'commander'
import { run, type WithSet } from '../action.ts'
import { setOption } from '../steadplan/config/set-option.ts'
import { sessionOption, type WithSession } from './session/session-option.ts'

/** `teddy plan`. */
export function registerPlan(program: Command): void {
  program
    .command('plan')
    .description('Have the next plan of the session written, checked against the project, and saved into its turn')
    .option('-m, --message <text>', 'what you have to say; it is kept in the input.md of the turn')
    .option('--from <file>', 'take a plan that was written elsewhere; - for standard input. Nobody is asked')
    .option('--again', 'in place of the plan that waits, which is kept beside it')
    .option(...sessionOption)
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', help)
    .action((options: PlanOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { planTurn } = await import('./plan/plan.ts')
        const { processInputs } = await import('./input.ts')
        return planTurn(terminal, context, processInputs(context), options)
      }),
    )
}

export interface PlanOptions extends WithSession {
  readonly message?: string
  readonly from?: string
  readonly again?: boolean
  readonly json?: boolean
}

const help = `
Whoever planner.source names is told what you said, what is in the context, what is remembered, and what came of the last
plan. Its answer is mended and checked; when something is wrong with it, it is asked again with all of it. Nothing is saved
before it is sound, and nothing is carried out.

Examples:
  teddy plan
  teddy plan -m "Keep it small, please"
  teddy plan --again -m "No new dependency"
  teddy plan --from answer.md
  teddy plan --set planner.source=anthropic/<model>`

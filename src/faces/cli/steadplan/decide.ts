import type { Command } from 'commander'
import { planHelp, run, type WithSet } from '../action.ts'
import { setOption } from './config/set-option.ts'

/** `steadplan review`, `approve`, `reject`, `cancel`. */
export function registerDecide(program: Command): void {
  program
    .command('review')
    .description('Read a plan step by step in this terminal, comment on it, and say yes or no')
    .argument('[plan]', planHelp)
    .option('--all', 'show every step, also those that have their yes and did not change since')
    .option('--json', 'for programs: print what would be reviewed')
    .addOption(setOption())
    .addHelpText('after', reviewHelp)
    .action((plan: string | undefined, options: ReviewOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { review } = await import('./decide/review.ts')
        return review(terminal, context, plan, options)
      }),
    )

  program
    .command('approve')
    .description('Say yes to a plan as it is now; the yes covers these very bytes and nothing else')
    .argument('[plan]', planHelp)
    .option('-y, --yes', 'do not ask; who may approve is not changed by that')
    .option('--hash <prefix>', 'only if the content has the hash that begins like this')
    .option('--step <id>', 'say yes to one step that waits for a yes of its own')
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', approveHelp)
    .action((plan: string | undefined, options: ApproveOptions & WithSet) =>
      run(options, async (terminal, context) => {
        if (options.step !== undefined) {
          const { approveStepOf } = await import('./run/approve-step.ts')
          return approveStepOf(terminal, context, plan, options.step, options)
        }
        const { approvePlan } = await import('./decide/approve.ts')
        return approvePlan(terminal, context, plan, options)
      }),
    )

  program
    .command('reject')
    .description('Send a plan back to its author, with what has to change')
    .argument('[plan]', planHelp)
    .option('-f, --feedback <text>', 'what has to change; asked for on a terminal')
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', rejectHelp)
    .action((plan: string | undefined, options: RejectOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { rejectPlan } = await import('./decide/reject.ts')
        return rejectPlan(terminal, context, plan, options)
      }),
    )

  program
    .command('cancel')
    .description('End a plan that is not wanted any more; its files stay as they are')
    .argument('[plan]', planHelp)
    .option('--why <text>', 'the reason, for the record')
    .option('-y, --yes', 'do not ask')
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', cancelHelp)
    .action((plan: string | undefined, options: CancelOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { cancelPlan } = await import('./decide/cancel.ts')
        return cancelPlan(terminal, context, plan, options)
      }),
    )
}

export interface ReviewOptions {
  readonly all?: boolean
  readonly json?: boolean
}

export interface ApproveOptions {
  readonly yes?: boolean
  readonly hash?: string
  readonly step?: string
  readonly json?: boolean
}

export interface RejectOptions {
  readonly feedback?: string
  readonly json?: boolean
}

export interface CancelOptions {
  readonly why?: string
  readonly yes?: boolean
  readonly json?: boolean
}

const exitCodes = `
Exit codes: 0 done; 1 refused, or left without a decision; 3 somebody else decided first, or holds the lock.`

const reviewHelp = `
Keys, each followed by Enter: n or nothing: next, b: back, c: comment, d: what changed since the last yes, e: to the
end, q: leave. At the end: a: approve, r: reject, c: comment, q: leave. Who leaves has recorded nothing.
${exitCodes}

Examples:
  steadplan review login
  steadplan review login --json`

const approveHelp = `
A program or an agent is refused unless \`approval.policy\` in a configuration file says otherwise; the command line and
the environment do not count for that.
${exitCodes}

Examples:
  steadplan approve login
  steadplan approve login --yes --hash 3f9a1c20
  steadplan approve login --step drop-old-table`

const rejectHelp = `${exitCodes}

Examples:
  steadplan reject login --feedback "Keep the old endpoint until March."`

const cancelHelp = `${exitCodes}

Examples:
  steadplan cancel login --why "We buy it instead."`

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Resolution } from '../../../run/recovery.ts'
import { toolKinds, usualTools } from '../../../run/tool-kinds.ts'
import { parseDuration } from '../../../store/config/kinds/duration.ts'
import { type WorktreeMode, worktreeModes } from '../../../store/config/settings.ts'
import { planHelp, run, type WithSet } from '../action.ts'
import { setOption } from './config/set-option.ts'

/** `steadplan run`, `resume`, `agents`. */
export function registerRun(program: Command): void {
  const carryOut = program
    .command('run')
    .description('Carry out an approved plan: steps in parallel, each proven by its commands before it counts as done')
    .argument('[plan]', planHelp)
  withRunOptions(carryOut)
    .option('--dry-run', 'show what would be done, by whom and in which order; runs nothing')
    .addHelpText('after', help.run)
    .action((plan: string | undefined, options: RunCommandOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { runCommandOf } = await import('./run/run.ts')
        return runCommandOf(terminal, context, plan, options)
      }),
    )

  const resume = program
    .command('resume')
    .description('Go on with a plan after a crash or a stop: decide about what was interrupted, then run')
    .argument('[plan]', planHelp)
  withRunOptions(resume)
    .addOption(new Option('--interrupted <what>', 'what becomes of every interrupted step').choices(decisions))
    .option('--keep <step>', 'keep this one as it is and verify it; it is redone if it does not pass', collect, [])
    .option('--redo <step>', 'do this one again', collect, [])
    .option('--skip <step>', 'leave this one out', collect, [])
    .option('--fail <step>', 'give this one up', collect, [])
    .option('--retry-failed', 'also try again what failed')
    .addHelpText('after', help.resume)
    .action((plan: string | undefined, options: ResumeOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { resumePlan } = await import('./run/resume.ts')
        return resumePlan(terminal, context, plan, options)
      }),
    )

  const agents = program
    .command('agents')
    .description('Which agents are known, which are installed, and which one is used')
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', help.agents)
    .action((options: AgentsOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { listAgents } = await import('./run/agents.ts')
        return listAgents(terminal, context, options)
      }),
    )
  agents
    .command('test')
    .description('Ask one agent for a single word, with no tool allowed')
    .argument('<name>', 'one of those that are listed')
    .option('-y, --yes', 'do not ask before')
    .option('--json', 'for programs')
    .addOption(setOption())
    .action((name: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<TestOptions & WithSet>()
      return run(options, async (terminal, context) => {
        const { tryAgent } = await import('./run/try-agent.ts')
        return tryAgent(terminal, context, name, options)
      })
    })
}

export interface RunFlags {
  readonly jobs?: number
  readonly agent?: string
  readonly onFailure?: 'continue' | 'stop'
  /** In milliseconds. */
  readonly maxTime?: number
  readonly maxCost?: number
  readonly wait?: boolean
  readonly retries?: number
  readonly budget?: number
  readonly tools?: readonly string[]
  readonly scope?: 'enforce' | 'log'
  readonly worktree?: WorktreeMode
  readonly allowDirty?: boolean
  readonly report?: string
  readonly json?: boolean
}

export interface RunCommandOptions extends RunFlags {
  readonly dryRun?: boolean
}

export interface ResumeOptions extends RunFlags {
  readonly interrupted?: Resolution
  readonly keep?: readonly string[]
  readonly redo?: readonly string[]
  readonly skip?: readonly string[]
  readonly fail?: readonly string[]
  readonly retryFailed?: boolean
}

export interface AgentsOptions {
  readonly json?: boolean
}

export interface TestOptions {
  readonly yes?: boolean
  readonly json?: boolean
}

const decisions: readonly Resolution[] = ['keep', 'redo', 'skip', 'fail']

function withRunOptions(command: Command): Command {
  return command
    .option('-j, --jobs <number>', 'how many steps at the same time (setting: run.jobs)', whole(1, 64))
    .option('--agent <name>', 'who does the steps that name nobody (setting: agents.default)')
    .addOption(
      new Option('--on-failure <what>', 'what happens to the other steps when one fails')
        .choices(['continue', 'stop'])
        .default('continue'),
    )
    .option('--max-time <duration>', 'end the run after this time, such as 90m; what still runs is cancelled', duration)
    .option('--max-cost <amount>', 'begin nothing more once agents have told of this much', amount)
    .option('--wait', 'stay when only a person can go on, and go on when they did')
    .option('--retries <number>', 'how often a step goes back to its agent (setting: run.retries)', whole(0, 20))
    .option('--budget <tokens>', 'about how much an agent is told (setting: run.budget)', whole(500, 1_000_000))
    .option('--tools <kinds>', 'what agents may use, or `+kind` to add to the usual ones', tools)
    .addOption(
      new Option('--scope <mode>', 'refuse other tools, or let them through and tell').choices(['enforce', 'log']),
    )
    .addOption(
      new Option('--worktree [mode]', 'work apart from your checkout: run, step, or off (setting: run.worktree)')
        .preset('run')
        .argParser(worktreeMode),
    )
    .option('--allow-dirty', 'with --worktree: begin although steps will not see what is not committed')
    .option('--report <file>', 'where the report goes; `-` prints it')
    .option('--json', 'for programs: one line for each event, the outcome last')
    .addOption(setOption())
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text]
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`A whole number from ${least} to ${most} is needed.`)
  }
}

function duration(text: string): number {
  const ms = parseDuration(text)
  if (ms > 0 && ms < 2 ** 31) return ms
  throw new InvalidArgumentError('A time such as 30s, 90m or 8h is needed.')
}

function amount(text: string): number {
  const value = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : 0
  if (value > 0) return value
  throw new InvalidArgumentError('A number above 0 is needed, in the currency that the agents tell.')
}

function tools(text: string): readonly string[] {
  const words = text.split(',').map((word) => word.trim())
  const names = words.map((word) => (word.startsWith('+') ? word.slice(1) : word))
  const unknown = names.find((name) => !toolKinds.includes(name))
  if (unknown !== undefined) throw new InvalidArgumentError(`There are: ${toolKinds.join(', ')}.`)
  return [...new Set([...(words.some((word) => word.startsWith('+')) ? usualTools : []), ...names])]
}

function worktreeMode(text: string): WorktreeMode {
  const mode = worktreeModes.find((one) => one === text)
  if (mode !== undefined) return mode
  throw new InvalidArgumentError(`There are: ${worktreeModes.join(', ')}. The name of a plan comes before the option.`)
}

const exits = `
Exit codes: 0 every step is done; 1 something failed, or a person is needed; 3 somebody else carries it out;
130 ended by Ctrl-C. Ctrl-C once: nothing more is begun. Twice: what runs is cancelled.`

const help = {
  run: `
Agents may ${usualTools.join(', ')}; running programs is \`execute\` and has to be listed: --tools +execute.
Agents that are commands keep to their own options: nobody sees what they use.

With --worktree the steps work on a branch of their own, in a git worktree outside of your checkout: one commit for each
step, and all of it is brought back into your branch when the plan is completed. What cannot be brought back stays on the
branch, with the command that merges it. Steps that run at the same time have a worktree each, with \`--worktree step\`
every step has. A run that ended early is gone on with there, by \`resume\` as by \`run\`, unless --worktree off is said.
${exits}

Examples:
  steadplan run login --dry-run
  steadplan run login --jobs 4 --agent claude-code
  steadplan run login --max-time 2h --max-cost 5
  steadplan run login --worktree
  steadplan run login --worktree step --jobs 4
  steadplan run login --json | jq .type`,
  resume: `
A run that worked in a git worktree goes on there, with what it left; --worktree off works in your checkout instead.
${exits}

Examples:
  steadplan resume login
  steadplan resume login --interrupted redo
  steadplan resume login --keep schema --redo handlers --retry-failed`,
  agents: `
Examples:
  steadplan agents
  steadplan agents test claude-code
  steadplan config set --user agents.default codex
  steadplan config set --user agents.define '{"mine": {"kind": "command", "argv": ["my-agent", "--print"]}}'`,
}

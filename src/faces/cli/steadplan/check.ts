import { type Command, Option } from 'commander'
import { run, type WithSet } from '../action.ts'
import { setOption } from './config/set-option.ts'

declare const STEADPLAN_VERSION: string

/** `steadplan check`. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('Name everything that is wrong with the plans of this project, or with those that are named')
    .argument('[plans...]', 'names or paths of plans; without any: all of them')
    .option('--fix', 'apply every fix that is offered; what it replaces stays in the history')
    .option('--watch', 'check again whenever a file changes, until Ctrl-C')
    .option('--strict', 'warnings count as errors')
    .addOption(new Option('--format <format>', 'how to answer').choices(formats).default('text'))
    .option('--json', 'for programs: the same as --format json')
    .addOption(setOption())
    .addHelpText('after', help)
    .action((words: string[], { json, format, set, ...flags }: Flags) => {
      const options = { ...flags, format: json ? 'json' : format, version: STEADPLAN_VERSION } as const
      return run({ json: options.format === 'json', set }, async (terminal, context) => {
        const { check } = await import('./check/check.ts')
        return check(terminal, context, words, options)
      })
    })
}

const formats = ['text', 'json', 'sarif', 'github'] as const

export interface CheckOptions {
  readonly fix?: boolean
  readonly watch?: boolean
  readonly strict?: boolean
  readonly format: (typeof formats)[number]
  /** Of this program, for SARIF. */
  readonly version: string
}

interface Flags extends Omit<CheckOptions, 'version'>, WithSet {
  readonly json?: boolean
}

const help = `
A plan is named by its name, by the beginning of its name, or by the path of its directory or of a file in it. A
directory outside of plans/ is checked as well when it holds a plan.md, and so is a Markdown file with a section
"## Action Plan". Of a session the latest turn is meant.

Exit codes: 0 no errors; 1 errors, or with --strict warnings.

Examples:
  steadplan check                        every plan
  steadplan check login                  one of them
  steadplan check docs/next.md           a plan of actions in a file
  steadplan check plans/login --fix      and mend what can be mended
  steadplan check --watch                while you write
  steadplan check --format github        annotations in a workflow
  steadplan check --format sarif > check.sarif`

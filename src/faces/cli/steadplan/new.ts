import { type Command, Option } from 'commander'
import { run } from '../action.ts'
import { type TemplateName, templateNames } from './new/template-names.ts'

/** `steadplan new`. */
export function registerNew(program: Command): void {
  program
    .command('new')
    .description('Write a new plan into plans/, from a template, from steps or from an outline')
    .argument('[title]', 'what the plan is about; with --from, the title of the outline when it is left out')
    .addOption(new Option('--template <name>', 'what to start from (default: feature)').choices(templateNames))
    .option('--step <title>', 'a step, each after the one before (repeatable)', collect)
    .option('--parallel', 'with --step: no step waits for another')
    .option('--from <path>', 'an outline in Markdown, - for standard input, or the directory of a plan to copy')
    .option('--id <name>', 'the name of its directory, instead of one made of the title')
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action((title: string | undefined, options: NewOptions) =>
      run(options, async (terminal, context) => {
        const { newPlan } = await import('./new/new.ts')
        return newPlan(terminal, context, title, options)
      }),
    )
}

export interface NewOptions {
  readonly template?: TemplateName
  readonly step?: readonly string[]
  readonly parallel?: boolean
  readonly from?: string
  readonly id?: string
  readonly json?: boolean
}

function collect(title: string, before: readonly string[] = []): readonly string[] {
  return [...before, title]
}

const help = `
An outline is a Markdown file: its first heading is the title, its ## sections are the steps, or without sections the items
of its list, with nested items as subtasks. [x] marks what is done. A step comes after the one before it, unless it ends
with (after: another step, and another) or (after: none).

Examples:
  steadplan new "Add a login page"
  steadplan new "Slow search" --template bugfix
  steadplan new "Release 2.0" --step "Freeze" --step "Test" --step "Publish"
  steadplan new --from notes.md
  some-agent "plan the login page" | steadplan new --from -
  steadplan new "Another service" --from plans/first-service --id second-service`

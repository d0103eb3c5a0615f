import type { Command } from 'commander'
import { run } from '../action.ts'

/** `agentctl set-topic`. */
export function registerSetTopic(program: Command): void {
  program
    .command('set-topic')
    .description('Say in a few words what the session is about')
    .argument('<topic>', '1 to 100 characters')
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action((topic: string, options: { readonly json?: boolean }) =>
      run(options, async (terminal, context) =>
        (await import('./set-topic.ts')).setSessionTopic(terminal, context, topic, options),
      ),
    )
}

const help = `
The last topic counts.

Examples:
  agentctl set-topic "Log in with a passkey"
  agentctl set-topic --json "Log in with a passkey"`

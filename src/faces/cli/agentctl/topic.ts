import type { Command } from 'commander'

/** `agentctl set-topic`. */
export function registerSetTopic(program: Command): void {
  program
    .command('set-topic')
    .description('Say in a few words what the session is about')
    .argument('<topic>', '1 to 100 characters')
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action(async (topic: string, { json }: { json?: boolean }) => {
      const { runCommand } = await import('../run.ts')
      const { setSessionTopic } = await import('./set-topic.ts')
      const { processContext } = await import('../steadplan/config/context.ts')
      const options = { json: json === true }
      await runCommand((terminal) => setSessionTopic(terminal, processContext(), topic, options), options)
    })
}

const help = `
The last topic counts.

Examples:
  agentctl set-topic "Log in with a passkey"
  agentctl set-topic --json "Log in with a passkey"`

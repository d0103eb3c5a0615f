import { withoutCommands } from '../without-commands.ts'

export async function main(args: readonly string[]): Promise<void> {
  withoutCommands('teddy', args)
}

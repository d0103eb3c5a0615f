import type { ConfigContext } from './steadplan/config/context.ts'
import type { Terminal } from './terminal.ts'

/** `--set key=value`, as `setOption` collects it. */
export interface WithSet {
  readonly set: ReadonlyMap<string, string>
}

/** Runs what a command does, with what it needs; nothing of that is loaded before somebody calls the command. */
export async function run(
  { json = false, set }: { readonly json?: boolean } & Partial<WithSet>,
  action: (terminal: Terminal, context: ConfigContext) => Promise<number>,
): Promise<void> {
  const { runCommand } = await import('./run.ts')
  const { processContext } = await import('./steadplan/config/context.ts')
  await runCommand((terminal) => action(terminal, processContext(set)), { json })
}

/** What may stand for a plan on the command line. */
export const planHelp = 'its name, the beginning of its name, or a path; not needed when there is only one'

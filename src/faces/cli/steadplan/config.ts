import type { Command } from 'commander'
import type { Action } from '../run.ts'
import type { ConfigContext } from './config/context.ts'
import type { FileOptions } from './config/edit.ts'
import { setOption } from './config/set-option.ts'

/** `steadplan config`. Each action loads what it needs when it is called: the schema library is not there for the others. */
export function registerConfig(program: Command): void {
  const config = program
    .command('config')
    .description('Show and change settings, and agree to those of a project')
    .addHelpText('after', help)

  config
    .command('list', { isDefault: true })
    .description('all settings, their values and where each comes from')
    .addOption(setOption())
    .option('--json', 'for programs')
    .action(({ json, set }: { json?: boolean; set: Flags }) =>
      run(async (terminal) => {
        const { listConfig } = await import('./config/list.ts')
        return listConfig(terminal, await context(set), { json: json === true })
      }, json),
    )

  config
    .command('get')
    .description('the value of one setting')
    .argument('<key>', 'such as lock.wait')
    .addOption(setOption())
    .option('--json', 'for programs: the value in milliseconds or bytes, and its origin')
    .action((key: string, { json, set }: { json?: boolean; set: Flags }) =>
      run(async (terminal) => {
        const { getConfig } = await import('./config/get.ts')
        return getConfig(terminal, await context(set), { key, json: json === true })
      }, json),
    )

  config
    .command('set')
    .description('change one setting in a file')
    .argument('<key>', 'such as lock.wait')
    .argument('<value>', 'such as 5s, 1MiB, a list A,B or pairs A=1,B=2')
    .option('--project', 'in steadplan.json of the project (default)')
    .option('--user', 'in your own configuration, for all projects')
    .action((key: string, value: string, options: FileOptions) =>
      run(async (terminal) => {
        const { setConfig } = await import('./config/edit.ts')
        return setConfig(terminal, await context(), { key, value, ...options })
      }),
    )

  config
    .command('unset')
    .description('take one setting out of a file')
    .argument('<key>', 'such as lock.wait')
    .option('--project', 'from steadplan.json of the project (default)')
    .option('--user', 'from your own configuration')
    .action((key: string, options: FileOptions) =>
      run(async (terminal) => {
        const { unsetConfig } = await import('./config/edit.ts')
        return unsetConfig(terminal, await context(), { key, ...options })
      }),
    )

  config
    .command('path')
    .description('the files that are read, and whether they exist')
    .option('--json', 'for programs')
    .action(({ json }: { json?: boolean }) =>
      run(async (terminal) => {
        const { configPaths } = await import('./config/path.ts')
        return configPaths(terminal, await context(), { json: json === true })
      }, json),
    )

  config
    .command('schema')
    .description('the JSON Schema of the files, for editors')
    .action(() =>
      run(async (terminal) => {
        const { configSchema } = await import('./config/schema.ts')
        return configSchema(terminal)
      }),
    )

  config
    .command('trust')
    .description('agree to settings of this project that can change which programs run')
    .option('-y, --yes', 'agree without being asked')
    .action(({ yes }: { yes?: boolean }) =>
      run(async (terminal) => {
        const { trustConfig } = await import('./config/trust.ts')
        return trustConfig(terminal, await context(), { yes: yes === true })
      }),
    )

  config
    .command('untrust')
    .description('take the agreement back')
    .action(() =>
      run(async (terminal) => {
        const { untrustConfig } = await import('./config/trust.ts')
        return untrustConfig(terminal, await context())
      }),
    )
}

type Flags = ReadonlyMap<string, string>

async function run(action: Action, json = false): Promise<void> {
  const { runCommand } = await import('../run.ts')
  await runCommand(action, { json })
}

async function context(set: Flags = new Map()): Promise<ConfigContext> {
  const { processContext } = await import('./config/context.ts')
  return processContext(set)
}

const help = `
Examples:
  steadplan config                           all settings
  steadplan config set lock.wait 30s         in this project
  steadplan config set --user limits.data 16MiB
  steadplan config get process.timeout
  STEADPLAN_LOCK_WAIT=1m steadplan run …     for one command, by the environment

The later of these wins: defaults, your own file, the project's file, environment, --set.`

import type { Command } from 'commander'
import { run } from '../action.ts'

/** `steadplan doctor`. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Look for leftovers of crashes, broken logs and locks of others; changes nothing unless told to')
    .option('--fix', 'mend what can be mended without losing anything')
    .option('--break-lock <plan>', 'remove the lock of a process on another machine, when you are sure that it is gone')
    .option('-y, --yes', 'do not ask before breaking a lock')
    .option('--json', 'for programs')
    .addHelpText('after', help)
    .action((options: DoctorOptions) =>
      run(options, async (terminal, context) => {
        const { doctor } = await import('./doctor/doctor.ts')
        return doctor(terminal, context, options)
      }),
    )
}

export interface DoctorOptions {
  readonly fix?: boolean
  readonly breakLock?: string
  readonly yes?: boolean
  readonly json?: boolean
}

const help = `
Exit codes: 0 nothing wrong, or only what mends itself; 1 something that needs you.

Examples:
  steadplan doctor                      look
  steadplan doctor --fix                mend
  steadplan doctor --break-lock login   after the machine that held the lock is gone`

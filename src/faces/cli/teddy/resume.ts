import { type Command, Option } from 'commander'
import { type Resolution, resolutions } from '../../../run/recovery.ts'
import { run, type WithSet } from '../action.ts'
import { setOption } from '../steadplan/config/set-option.ts'
import { sessionOption, type WithSession } from './session/session-option.ts'

/** `teddy resume`. */
export function registerResume(program: Command): void {
  program
    .command('resume')
    .description('Say where a session stands, and go on with it: ask for its plan, or carry it out')
    .option('-y, --yes', 'say yes to every action but those that need a yes of their own')
    .addOption(
      new Option('--interrupted <what>', 'what becomes of a command that was cut off by a crash').choices(resolutions),
    )
    .option(...sessionOption)
    .option('--json', 'for programs')
    .addOption(setOption())
    .addHelpText('after', help)
    .action((options: ResumeOptions & WithSet) =>
      run(options, async (terminal, context) => {
        const { resumeSession } = await import('./resume/resume.ts')
        const { processInputs } = await import('./input.ts')
        return resumeSession(terminal, context, processInputs(context), options)
      }),
    )
}

export interface ResumeOptions extends WithSession {
  readonly yes?: boolean
  readonly interrupted?: Resolution
  readonly json?: boolean
}

const help = `
A session that is named becomes the current one. After a crash nothing is carried out twice: what was cut off is shown, and
somebody decides.

Examples:
  teddy resume
  teddy resume --session login
  teddy resume --interrupted redo`

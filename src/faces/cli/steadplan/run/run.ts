import { openProject, reviewChosen } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellBeside } from '../decide/decided.ts'
import type { RunCommandOptions } from '../run.ts'
import { carryOutPlan } from './carry-out.ts'
import { dryRun } from './dry-run.ts'
import { tellingFaults } from './tell-fault.ts'

export async function runCommandOf(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: RunCommandOptions,
): Promise<number> {
  if (options.dryRun) return dryRun(terminal, context, word, options)
  return tellingFaults(terminal, options.json === true, async () => {
    const project = await openProject(context, 'steadplan run')
    tellBeside(terminal, project, options)
    const reviewed = await reviewChosen(project, word)
    // Whoever begins a run has not been asked about what was interrupted.
    const resolutionOf = () => undefined
    return carryOutPlan(terminal, context, { project, reviewed, flags: options, resolutionOf, retryFailed: false })
  })
}

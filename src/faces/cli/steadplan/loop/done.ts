import { resolve } from 'node:path'
import { fault } from '../../../../plan/diagnostics/fault.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { doneStep } from '../../../../run/pull/done-step.ts'
import { diskFault } from '../../../../store/disk-fault.ts'
import { readWhole } from '../../../../store/files/whole.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, type Project, reviewChosen } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellBeside } from '../decide/decided.ts'
import { chooseStep } from '../look/choose-step.ts'
import type { DoneOptions } from '../loop.ts'
import { readInput } from '../new/input.ts'
import { tellEnded } from './ended-answer.ts'
import { openPull, pullerOf } from './open.ts'
import { planAndStep } from './plan-and-step.ts'

export async function done(
  terminal: Terminal,
  context: ConfigContext,
  words: readonly string[],
  options: DoneOptions,
  input = readInput,
): Promise<number> {
  const { plan, step: word } = planAndStep(words)
  if (word === undefined || (options.result !== undefined && options.resultFile !== undefined)) {
    terminal.err('steadplan done [plan] <step>, with --result or --result-file but not both\n')
    return exitCodes.usage
  }
  const who = pullerOf(context, terminal, options.agent)
  const project = await openProject(context, 'steadplan done')
  tellBeside(terminal, project, options)
  const text = options.result ?? (await resultIn(project, context.cwd, options.resultFile, input))
  const reviewed = await reviewChosen(project, plan)
  const pull = await openPull(project, reviewed, who)
  const step = chooseStep(pull.approved.reading.plan.steps, word)
  const { values } = project.config
  const ended = await doneStep(pull, step, {
    text,
    ...(options.token === undefined ? {} : { token: options.token }),
    cwd: project.workspace.root,
    env: { pass: values['process.pass'], set: values['process.env'] },
    timeoutMs: values['process.timeout'],
    ...(options.json ? {} : { onCommand: (command) => terminal.err(`running ${visible(command)}\n`) }),
  })
  return tellEnded(terminal, project, reviewed, pull, ended, options)
}

async function resultIn(
  { machine, fileCap }: Project,
  cwd: string,
  path: string | undefined,
  input: typeof readInput,
): Promise<string> {
  if (path === undefined) return ''
  const file = resolve(cwd, path)
  const bytes =
    path === '-'
      ? await input(fileCap)
      : await readWhole(machine.files, file, fileCap).catch((error) => {
          throw diskFault(error, file)
        })
  if (bytes === undefined) throw fault('E_NOT_A_FILE', `there is no file ${path}`, { file: path })
  return Buffer.from(bytes).toString()
}

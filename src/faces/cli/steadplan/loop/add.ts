import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { addStep } from '../../../../run/pull/add-step.ts'
import { choosePlan } from '../../../../store/plans/choose-plan.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellBeside } from '../decide/decided.ts'
import type { AddOptions } from '../loop.ts'
import { commandLine } from './command-line.ts'
import { pullerOf } from './open.ts'

export async function add(
  terminal: Terminal,
  context: ConfigContext,
  title: string,
  options: AddOptions,
): Promise<number> {
  const { name: by } = pullerOf(context, terminal, options.agent)
  const project = await openProject(context, 'steadplan add')
  tellBeside(terminal, project, options)
  const { machine, plans, lock } = project
  const found = choosePlan(
    plans.filter(({ isHome }) => isHome),
    options.plan,
  )
  const { id, after = [], text = title, verify, files } = options
  const wanted = { title, text, after, ...(id && { id }), ...(verify && { verify }), ...(files && { files }) }
  const added = await addStep(machine, found, wanted, by, project.options, lock)
  const next = commandLine('steadplan', 'review', found.name)
  const advice = 'It waits for a yes of the person and is not given out before.'
  if (options.json) {
    const { id: step, ...rest } = added
    const answer = { plan: found.name, step, ...rest, advice, next, diagnostics: toJson(project.diagnostics) }
    terminal.out(`${jsonText(answer, 2)}\n`)
  } else {
    const label = terminal.paint.out('label', 'Next:')
    terminal.out(
      `${visible(found.name)}: added ${visible(added.id)} as ${visible(added.file)}\n${advice}\n${label} ${visible(next)}\n`,
    )
  }
  return exitCodes.ok
}

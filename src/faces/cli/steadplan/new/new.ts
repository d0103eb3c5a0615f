import { draftOf } from '../../../../dialects/outline/draft.ts'
import { Fault, isFault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { type Created, createPlan } from '../../../../store/plans/create-plan.ts'
import { newName } from '../../../../store/plans/new-name.ts'
import { callerOf } from '../../caller.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, type Project } from '../../project.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellDiagnostics } from '../config/show.ts'
import type { NewOptions } from '../new.ts'
import { bytesOf, type Source, sourceFrom } from './from.ts'
import { readInput } from './input.ts'
import { outlineOfWords } from './outline-of.ts'

export async function newPlan(
  terminal: Terminal,
  context: ConfigContext,
  title: string | undefined,
  options: NewOptions,
  input = readInput,
): Promise<number> {
  const wrong = wrongWords(title, options)
  if (wrong !== undefined) {
    terminal.err(`${wrong}\n`)
    return exitCodes.usage
  }
  const project = await openProject(context, 'steadplan new')
  const { from } = options
  const source =
    from === undefined ? fromWords(title!, options) : await sourceFrom(project, context.cwd, from, title, input)
  const created = await create(project, source, options.id, callerOf(context.env, terminal).by)
  if (options.json) terminal.out(`${jsonText(asJson(created), 2)}\n`)
  else {
    tellDiagnostics(terminal, created.opened.diagnostics)
    tell(terminal, created)
  }
  return exitCodes.ok
}

function wrongWords(title: string | undefined, options: NewOptions): string | undefined {
  const { from, step, template, parallel } = options
  const sources = [from && '--from', step && '--step', template && '--template'].filter((word) => word !== undefined)
  if (sources.length > 1) return `${sources.join(' and ')} each say which steps there are; give one of them`
  if (parallel && step === undefined) return '--parallel goes with --step'
  if (title === undefined && from === undefined) return 'What is the plan about? steadplan new "<title>"'
  return undefined
}

function fromWords(title: string, options: NewOptions): Source {
  const { files, diagnostics } = draftOf(outlineOfWords(title, options), '<command line>')
  const [first, ...rest] = diagnostics
  if (first) throw new Fault([first, ...rest])
  return { title, files: bytesOf(files) }
}

/** A name that was asked for is taken or refused; one that we make up is made up again when it is taken. */
async function create(project: Project, source: Source, id: string | undefined, by: string): Promise<Created> {
  const { machine, workspace, options, lock } = project
  for (let left = mostTries; ; left--) {
    const name = id ?? newName(source.title, machine.nonce())
    try {
      return await createPlan(machine, workspace, { name, files: source.files }, options, { by, why: 'new' }, lock)
    } catch (error) {
      if (id !== undefined || left === 0 || !isFault(error, 'E_PLAN_EXISTS')) throw error
    }
  }
}

const mostTries = 20

function asJson({ opened, version }: Created): unknown {
  const { found, reading } = opened
  const { title, steps } = reading.plan
  return {
    name: found.name,
    directory: found.prefix,
    title,
    version,
    steps: steps.map(({ id, title, dependsOn, place }) => ({ id, title, dependsOn, file: place?.file })),
  }
}

function tell(terminal: Terminal, { opened }: Created): void {
  const { found, reading } = opened
  const name = visible(found.name)
  const rows = reading.plan.steps.map(({ dependsOn, place }) => {
    const after = dependsOn.length === 0 ? '' : `after ${dependsOn.join(', ')}`
    return [`  ${visible(place!.file.slice(found.prefix.length))}`, visible(after)]
  })
  terminal.out(`${visible(found.prefix)}\n`)
  if (rows.length > 0) terminal.out(`${table(rows, terminal.width)}\n`)
  terminal.out(`\nNext: edit it, then\n  steadplan check ${name}\n  steadplan review ${name}\n`)
}

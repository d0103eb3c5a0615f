import { basename, resolve } from 'node:path'
import { setField } from '../../../../dialects/agentflow/patch.ts'
import { draftOf } from '../../../../dialects/outline/draft.ts'
import { readOutline } from '../../../../dialects/outline/read.ts'
import { looksLikePlan } from '../../../../dialects/teddy/looks-like-plan.ts'
import { type Diagnostic, diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault, fault } from '../../../../plan/diagnostics/fault.ts'
import type { Changes } from '../../../../store/content/content.ts'
import { readWhole } from '../../../../store/files/whole.ts'
import { directoryPlan } from '../../../../store/plans/found-plan.ts'
import { openPlan } from '../../../../store/plans/open-plan.ts'
import { isDirectory, realPath } from '../../../../store/workspace/look.ts'
import type { Project } from '../../project.ts'
import { refuseWords } from './outline-of.ts'

export interface Source {
  readonly title: string
  readonly files: Changes
}

/** A new plan from an outline in a file or on standard input, or from the directory of another plan. */
export async function sourceFrom(
  project: Project,
  cwd: string,
  from: string,
  title: string | undefined,
  readInput: (cap: number) => Promise<Uint8Array>,
): Promise<Source> {
  if (title !== undefined) refuseWords([['the title', title]])
  if (from === '-') return fromOutline(project, '<stdin>', await readInput(project.fileCap), title)
  const { files } = project.machine
  const path = await realPath(files, resolve(cwd, from))
  if (path === undefined) throw fault('E_NOT_A_FILE', `there is no such file: ${from}`, { file: from })
  if (await isDirectory(files, path)) return fromDirectory(project, path, from, title)
  const bytes = await readWhole(files, path, project.fileCap)
  return fromOutline(project, from, bytes ?? new Uint8Array(), title)
}

function fromOutline({ options }: Project, file: string, bytes: Uint8Array, given: string | undefined): Source {
  if (looksLikePlan(Buffer.from(bytes).toString())) throw planAlready(file)
  const { outline, diagnostics } = readOutline(file, bytes, options.limits)
  const title = given ?? (outline?.title || undefined)
  const draft = outline && draftOf({ ...outline, title: title ?? '' }, file)
  const noTitle = diagnostic('E_TITLE_EMPTY', 'the outline has no heading that could be the title', {
    file,
    hint: 'Start it with a line `# Title`, or give the title: steadplan new "<title>" --from <file>',
  })
  const found = [...diagnostics, ...(outline && title === undefined ? [noTitle] : []), ...(draft?.diagnostics ?? [])]
  refuseErrors(found)
  return { title: title!, files: bytesOf(draft!.files) }
}

/** Its actions are not what an outline has; they are carried out as they are written. */
function planAlready(file: string): Fault {
  const hint = file === '<stdin>' ? 'Keep it as a file, then check and run that.' : `Check it: steadplan check ${file}`
  return fault('E_PLAN_EXISTS', `this is a plan already, made of actions: ${file}`, { file, hint })
}

async function fromDirectory(
  { machine, workspace, options, fileCap }: Project,
  path: string,
  from: string,
  title: string | undefined,
): Promise<Source> {
  const prefix = from.endsWith('/') ? from : `${from}/`
  const files = directoryPlan(prefix, path, fileCap)
  const found = { name: basename(path), dialect: 'agentflow', isHome: true, files, workspace, prefix } as const
  const { content, diagnostics, reading } = await openPlan(machine, found, options)
  refuseErrors(diagnostics)
  const changes = new Map([...content.files].map(([name, file]) => [name, file.bytes]))
  if (title !== undefined) {
    const text = Buffer.from(changes.get('plan.md')!).toString()
    changes.set('plan.md', Buffer.from(setField(text, 'title', title)))
  }
  return { title: title ?? reading.plan.title, files: changes }
}

function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  const [first, ...rest] = diagnostics.filter((one) => one.severity === 'error')
  if (first) throw new Fault([first, ...rest])
}

export function bytesOf(files: ReadonlyMap<string, string>): Changes {
  return new Map([...files].map(([path, text]) => [path, Buffer.from(text)]))
}

import { relative, resolve } from 'node:path'
import { readSource } from '../../../../dialects/shared/source.ts'
import { readTeddy } from '../../../../dialects/teddy/read.ts'
import { sanitizeFences } from '../../../../dialects/teddy/sanitize.ts'
import { type Diagnostic, diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault, fault, isFault } from '../../../../plan/diagnostics/fault.ts'
import { turnStanding } from '../../../../run/teddy/turn-standing.ts'
import { applyChanges, type Content, noContent } from '../../../../store/content/content.ts'
import { resolveInside } from '../../../../store/paths/inside.ts'
import { diskPathOf, type FoundPlan } from '../../../../store/plans/found-plan.ts'
import { type OpenedPlan, sourceOf as textOf } from '../../../../store/plans/open-plan.ts'
import { fromTop, sessionsFolder, teddyPlan } from '../../../../store/plans/teddy-plan.ts'
import { keptPlanPath } from '../../../../store/teddy/kept-plan.ts'
import { readSession, type TeddySession } from '../../../../store/teddy/session.ts'
import { turnName } from '../../../../store/teddy/teddy-place.ts'
import { isThere, realPath } from '../../../../store/workspace/look.ts'
import { commandLine } from '../../steadplan/loop/command-line.ts'
import { chosenSession } from '../session/open.ts'
import type { Here } from './here.ts'

/** The plan that is to be carried out, not yet read. */
export interface PlanSource {
  readonly from: 'file' | 'turn' | 'stdin' | 'clipboard'
  /** As it is called in messages. */
  readonly name: string
  readonly found: FoundPlan
  /** Of a plan that came in without a file, with safe fences; it is not on the disk yet. */
  readonly text?: string
  /** The session that the plan belongs to, when it is the plan of the turn that the session is in. */
  readonly session?: TeddySession
}

/** The plan that is meant by a word of the command line, or by none. */
export async function sourceOf(here: Here, word: string | undefined): Promise<PlanSource> {
  const { options, inputs, context, limits } = here
  if (word !== undefined && word !== '-') return fileSource(here, word)
  if (options.session !== undefined) return turnSource(here, await chosenSession(here, context, options))
  if (word === '-' || inputs.isPiped) return pasted(here, 'stdin', await inputs.read(limits.markdown))
  const waiting = await waitingSession(here)
  if (waiting !== undefined) return turnSource(here, waiting)
  return pasted(here, 'clipboard', Buffer.from(await pastedText(here)))
}

async function fileSource(here: Here, word: string): Promise<PlanSource> {
  const { machine, place, context, limits } = here
  const cwd = (await realPath(machine.files, context.cwd)) ?? context.cwd
  const real = await resolveInside(machine, place.workspace.root, resolve(cwd, word)).catch((error) => {
    throw isFault(error, 'E_OUTSIDE') ? outside(error, word) : error
  })
  if (!(await isThere(machine.files, real, 'file'))) {
    throw fault('E_NOT_A_FILE', `there is no such file: ${word}`, { file: word, hint: 'Name a file with a plan.' })
  }
  const found = teddyPlan(place.workspace, fromTop(place.workspace, real), limits.markdown)
  const session = await sessionOf(here, found)
  return { from: 'file', name: word, found, ...(session && { session }) }
}

function outside({ diagnostics: [first] }: Fault, word: string): Fault {
  const hint = `What happens to a plan is kept in its project. \`teddy execute - < ${commandLine(word)}\` keeps it here.`
  return new Fault([{ ...first!, hint }])
}

/** Unless it is a plan of an earlier turn, from which nothing follows any more. */
async function sessionOf({ machine, place }: Here, { prefix, files }: FoundPlan): Promise<TeddySession | undefined> {
  const [, name, turn] = /^\.teddy\/sessions\/([^/]+)\/(\d{2,9})\/$/.exec(prefix) ?? []
  if (name === undefined || files.files[0] !== 'plan.md') return undefined
  const session = await readSession(machine, place, name)
  const isCurrent = session?.last.number === Number(turn) && !session.last.meta.concluded
  return isCurrent ? session : undefined
}

async function turnSource(here: Here, session: TeddySession): Promise<PlanSource> {
  const { machine, place, limits, context } = here
  const { name, last } = session
  const turn = turnName(last.number)
  const { is } = await turnStanding(machine, place, session, limits)
  if (is === 'without plan' || is === 'concluded') {
    throw fault('E_TEDDY_TURN', is === 'concluded' ? 'The session is concluded.' : `Turn ${turn} has no plan yet.`, {
      actual: is,
      hint: is === 'concluded' ? 'Begin another one: `teddy start -m "…"`.' : 'Have one written: `teddy plan`.',
    })
  }
  const found = teddyPlan(place.workspace, `${sessionsFolder}/${name}/${turn}/plan.md`, limits.markdown)
  return { from: 'turn', name: relative(context.cwd, diskPathOf(found)), found, session }
}

/** The session that is meant without being named, when its turn has a plan. */
async function waitingSession(here: Here): Promise<TeddySession | undefined> {
  const { machine, place, limits, context } = here
  try {
    const session = await chosenSession(here, context, {})
    const { is } = await turnStanding(machine, place, session, limits)
    return is === 'without plan' || is === 'concluded' ? undefined : session
  } catch (error) {
    if (isFault(error, 'E_TEDDY_NO_SESSION') && !context.env.TEDDY_SESSION) return undefined
    throw error
  }
}

async function pastedText({ inputs, limits }: Here): Promise<string> {
  try {
    return await inputs.clipboard.paste(limits.markdown)
  } catch (error) {
    if (!isFault(error, 'E_NO_CLIPBOARD')) throw error
    const hint = 'Name a file: `teddy execute plan.md`. Standard input works as well: `… | teddy execute`.'
    throw new Fault([{ ...error.diagnostics[0]!, hint }])
  }
}

function pasted({ place, limits }: Here, from: 'stdin' | 'clipboard', bytes: Uint8Array): PlanSource {
  const name = `<${from}>`
  const { source, diagnostics } = readSource(name, bytes, 'markdown', limits)
  if (source === undefined) throw unreadable(diagnostics, from)
  const { text } = sanitizeFences(source.text)
  const title = readTeddy(name, Buffer.from(text), limits).plan?.title.value ?? ''
  const found = teddyPlan(place.workspace, keptPlanPath(title, text), limits.markdown)
  return { from, name, found, text }
}

function unreadable(diagnostics: Fault['diagnostics'], from: 'stdin' | 'clipboard'): Fault {
  const [first, ...others] = diagnostics
  const isNothing = first!.code === 'E_EMPTY' && from === 'stdin'
  const hint = 'The plan of a session is meant by `--session NAME`, any other by its file.'
  return new Fault([isNothing ? { ...first!, hint } : first!, ...others])
}

/** The content of a plan that is not on the disk yet. */
export function pastedContent({ found, text = '' }: PlanSource): Content {
  return applyChanges(noContent, new Map([[found.files.files[0]!, Buffer.from(text)]]))
}

/** The command that means this plan, from where the person stands. */
export function commandFor(
  { context }: Pick<Here, 'context'>,
  { found }: PlanSource,
  ...flags: readonly string[]
): string {
  const path = relative(context.cwd, diskPathOf(found))
  return commandLine('teddy', 'execute', path.startsWith('-') ? `./${path}` : path, ...flags)
}

/** What is wrong with the fences of a file. Nobody changes it unasked. */
export function fenceFaults(here: Here, source: PlanSource, opened: OpenedPlan): Diagnostic[] {
  const { found, name } = source
  const file = found.prefix + found.files.files[0]!
  const text = textOf(opened, file) ?? ''
  const { changes, text: safe } = sanitizeFences(text)
  // A word that is no action is no landmark: where blocks end is not known before it is mended.
  const isUnknown = opened.diagnostics.some(({ code }) => code === 'E_TEDDY_ACTION_UNKNOWN')
  if (source.text !== undefined || safe === text || isUnknown) return []
  const lines = changes.slice(0, 5).map(({ line }) => line)
  const more = changes.length > lines.length ? ' …' : ''
  const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}${more}`
  const mend = commandFor(here, source).replace(/^teddy execute/, 'teddy preprocess')
  return [
    diagnostic(
      'E_TEDDY_FENCE_SHORT',
      `Where blocks of ${name} end can be doubted, because of the fences on ${where}.`,
      {
        severity: 'error',
        file,
        hint: `Mend them: \`${mend}\`. With \`--diff\` it shows what would change.`,
      },
    ),
  ]
}

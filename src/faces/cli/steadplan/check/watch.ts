import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { isInside } from '../../../../store/paths/is-inside.ts'
import { changedSince, type FileMarks, fileMarks } from '../../../../store/plans/file-marks.ts'
import type { FoundPlan } from '../../../../store/plans/found-plan.ts'
import { plansFolder } from '../../../../store/plans/home-plans.ts'
import { projectFileName } from '../../../../store/workspace.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, type Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { CheckOptions } from '../check.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellDiagnostics } from '../config/show.ts'
import type { CheckedPlan } from './checked-plan.ts'
import { checkerOf } from './checker.ts'
import { reportOf, tellReport } from './report.ts'
import { targetsOf } from './targets.ts'

/**
 * Checks, and checks again what changed, until Ctrl-C, which is the way to end it and no failure. The files are looked at
 * again and again: what systems tell of changes comes late, or not at all from network drives and containers.
 */
export async function watchPlans(
  terminal: Terminal,
  context: ConfigContext,
  words: readonly string[],
  options: CheckOptions,
): Promise<number> {
  const { machine } = context
  process.removeAllListeners('SIGINT')
  const end = new AbortController()
  process.once('SIGINT', () => end.abort())
  const known = new Map<string, CheckedPlan>()
  let watched = await look(context, words)
  let marks = await marksOf(machine, watched)
  let exitCode = await round()
  terminal.err('Watching; Ctrl-C ends it\n')

  for (let pauseMs = leastPauseMs; await isWorthLooking(pauseMs, end.signal); ) {
    const before = performance.now()
    const now = await marksOf(machine, watched, marks)
    pauseMs = Math.max(leastPauseMs, (performance.now() - before) * restForEachLook)
    const changed = changedSince(marks, now)
    if (changed.length === 0) continue
    marks = now
    for (const base of known.keys()) {
      if (changed.some((path) => isInside(base, path) || path.endsWith(projectFileName))) known.delete(base)
    }
    try {
      watched = await look(context, words)
      marks = new Map([...(await marksOf(machine, watched)), ...marks])
      exitCode = await round()
    } catch (error) {
      if (!isFault(error)) throw error
      tellDiagnostics(terminal, error.diagnostics)
      exitCode = exitCodes.faults
    }
  }
  return exitCode

  async function round(): Promise<number> {
    const { project, plans } = watched
    const checkOne = checkerOf(project, context, terminal, options)
    const checked: CheckedPlan[] = []
    for (const found of plans) checked.push(known.get(found.files.base) ?? (await checkOne(found)))
    known.clear()
    // What was fixed is told once.
    for (const one of checked) known.set(one.found.files.base, { ...one, fixed: [] })
    if (options.format === 'text') terminal.out(`${terminal.paint.out('label', timeOf(context))}\n`)
    return tellReport(terminal, reportOf(project, words, checked), options)
  }
}

/** The plans that are watched, and the project they are in. */
interface Watched {
  readonly project: Project
  readonly plans: readonly FoundPlan[]
}

async function look(context: ConfigContext, words: readonly string[]): Promise<Watched> {
  const project = await openProject(context, 'steadplan check')
  return { project, plans: words.length === 0 ? project.plans : await targetsOf(project, context.cwd, words) }
}

function marksOf(machine: Machine, { project, plans }: Watched, before?: FileMarks): Promise<FileMarks> {
  const { root } = project.workspace
  const folder = join(root, plansFolder)
  const elsewhere = plans.map((plan) => plan.files.base).filter((base) => !isInside(folder, base))
  return fileMarks(machine, [folder, join(root, projectFileName), ...elsewhere], project.fileCap, before)
}

const leastPauseMs = 200
/** So that looking at very many files takes a twentieth of a processor at most. */
const restForEachLook = 20

async function isWorthLooking(pauseMs: number, end: AbortSignal): Promise<boolean> {
  await setTimeout(pauseMs, undefined, { signal: end }).catch(() => {})
  return !end.aborted
}

function timeOf({ machine }: ConfigContext): string {
  return new Date(machine.now().wallMs).toTimeString().slice(0, 8)
}

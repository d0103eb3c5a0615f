import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { isInside } from '../../../../store/paths/is-inside.ts'
import { changedSince, fileMarks } from '../../../../store/plans/file-marks.ts'
import { diskPathOf, type FoundPlan } from '../../../../store/plans/found-plan.ts'
import { plansFolder } from '../../../../store/plans/home-plans.ts'
import { keptFolder, sessionsFolder } from '../../../../store/plans/teddy-plan.ts'
import { projectFileName } from '../../../../store/workspace.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, type Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { CheckOptions } from '../check.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellDiagnostics } from '../config/show.ts'
import type { CheckedPlan } from './checked-plan.ts'
import { checkerOf } from './checker.ts'
import { reportOf, toldReport } from './report.ts'
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
  let paths = watchedPaths(watched, [])
  // Each mark is older than the reading that it stands for: what changes in between is read once more, never missed.
  let marks = await fileMarks(machine, paths, watched.project.fileCap)
  let told = await round()
  terminal.out(timeLine() + told.text)
  terminal.err('Watching; Ctrl-C ends it\n')

  for (let pauseMs = leastPauseMs; await isWorthLooking(pauseMs, end.signal); ) {
    const before = performance.now()
    const pathsNow = watchedPaths(watched, known.values())
    const now = await fileMarks(machine, pathsNow, watched.project.fileCap, marks)
    pauseMs = Math.max(leastPauseMs, (performance.now() - before) * restForEachLook)
    const changed = changedSince(marks, now)
    const isSeenFirst = changed.every((path) => !paths.some((one) => isInside(one, path)))
    marks = now
    paths = pathsNow
    if (changed.length === 0) continue
    for (const [key, { found, touches }] of known) {
      const own = [diskPathOf(found), ...touches]
      const isOwn = (path: string) => own.some((one) => isInside(one, path)) || path.endsWith(projectFileName)
      if (changed.some(isOwn)) known.delete(key)
    }
    try {
      watched = await look(context, words)
      const again = await round()
      if (!isSeenFirst || again.text !== told.text) terminal.out(timeLine() + again.text)
      told = again
    } catch (error) {
      if (!isFault(error)) throw error
      tellDiagnostics(terminal, error.diagnostics)
      told = { text: '', exitCode: exitCodes.faults }
    }
  }
  return told.exitCode

  async function round() {
    const { project, plans } = watched
    const checkOne = checkerOf(project, context, terminal, options)
    const checked: CheckedPlan[] = []
    for (const found of plans) checked.push(known.get(found.files.key) ?? (await checkOne(found)))
    known.clear()
    // What was fixed is told once.
    for (const one of checked) known.set(one.found.files.key, { ...one, fixed: [] })
    return toldReport(terminal, reportOf(project, words, checked), options)
  }

  function timeLine(): string {
    if (options.format !== 'text') return ''
    return `${terminal.paint.out('label', new Date(machine.now().wallMs).toTimeString().slice(0, 8))}\n`
  }
}

/** The plans that are watched, and the project they are in. */
interface Watched {
  readonly project: Project
  readonly plans: readonly FoundPlan[]
}

async function look(context: ConfigContext, words: readonly string[]): Promise<Watched> {
  const project = await openProject(context, 'steadplan check')
  return { project, plans: words.length === 0 ? project.plans : await targetsOf(project, words) }
}

/** The plans, and the files that they are about, which are known when they have been read. */
function watchedPaths({ project, plans }: Watched, read: Iterable<CheckedPlan>): string[] {
  const { root } = project.workspace
  const folders = [plansFolder, sessionsFolder, keptFolder].map((folder) => join(root, folder))
  const elsewhere = plans.map(diskPathOf).filter((path) => !folders.some((folder) => isInside(folder, path)))
  const touched = [...read].flatMap(({ touches }) => touches)
  return [...folders, join(root, projectFileName), ...elsewhere, ...touched]
}

const leastPauseMs = 200
/** So that looking at very many files takes a twentieth of a processor at most. */
const restForEachLook = 20

async function isWorthLooking(pauseMs: number, end: AbortSignal): Promise<boolean> {
  await setTimeout(pauseMs, undefined, { signal: end }).catch(() => {})
  return !end.aborted
}

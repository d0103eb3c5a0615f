import { once } from 'node:events'
import { basename, join } from 'node:path'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { isLeftover } from '../../../../store/content/target.ts'
import { isInside } from '../../../../store/paths/is-inside.ts'
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

/** Checks, and checks again what changed, until Ctrl-C, which is the way to end it and no failure. */
export async function watchPlans(
  terminal: Terminal,
  context: ConfigContext,
  words: readonly string[],
  options: CheckOptions,
): Promise<number> {
  process.removeAllListeners('SIGINT')
  const interrupted = once(process, 'SIGINT')
  const { watch } = await import('chokidar')
  const known = new Map<string, CheckedPlan>()
  let exitCode: number = exitCodes.ok

  const look = async () => {
    const project = await openProject(context, 'steadplan check')
    return { project, plans: words.length === 0 ? project.plans : await targetsOf(project, context.cwd, words) }
  }
  const round = async ({ project, plans }: Awaited<ReturnType<typeof look>>) => {
    const checkOne = checkerOf(project, context, terminal, options)
    const checked: CheckedPlan[] = []
    for (const found of plans) checked.push(known.get(found.files.base) ?? (await checkOne(found)))
    known.clear()
    // What was fixed is told once.
    for (const one of checked) known.set(one.found.files.base, { ...one, fixed: [] })
    if (options.format === 'text') terminal.out(`${terminal.paint.out('label', timeOf(context))}\n`)
    exitCode = tellReport(terminal, reportOf(project, words, checked), options)
  }

  // Watching begins before the first look, so that no change falls in between.
  const first = await look()
  const watcher = watch(watchedPaths(first.project, first.plans), {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => isLeftover(basename(path)),
  })
  const changed = new Set<string>()
  const again = async () => {
    for (const base of known.keys()) {
      if ([...changed].some((path) => isInside(base, path) || path.endsWith(projectFileName))) known.delete(base)
    }
    changed.clear()
    try {
      const now = await look()
      watcher.add(watchedPaths(now.project, now.plans))
      await round(now)
    } catch (error) {
      if (!isFault(error)) throw error
      tellDiagnostics(terminal, error.diagnostics)
      exitCode = exitCodes.faults
    }
  }
  await once(watcher, 'ready')
  let work = round(first)
  let timer: NodeJS.Timeout | undefined
  watcher.on('all', (_event, path) => {
    changed.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      work = work.then(again)
    }, settleMs)
  })
  await work
  terminal.err('Watching; Ctrl-C ends it\n')
  await interrupted
  clearTimeout(timer)
  await watcher.close()
  await work
  // A directory that appeared in the last moment can be watched after closing, and that would hold the process for ever.
  setTimeout(() => process.exit(), settleMs).unref()
  return exitCode
}

/** Editors write several times in a row. */
const settleMs = 100

function watchedPaths({ workspace }: Project, plans: readonly FoundPlan[]): string[] {
  const folder = join(workspace.root, plansFolder)
  const elsewhere = plans.map((plan) => plan.files.base).filter((base) => !isInside(folder, base))
  return [folder, join(workspace.root, projectFileName), ...elsewhere]
}

function timeOf({ machine }: ConfigContext): string {
  return new Date(machine.now().wallMs).toTimeString().slice(0, 8)
}

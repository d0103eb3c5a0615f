import { openProject } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { CheckOptions } from '../check.ts'
import type { ConfigContext } from '../config/context.ts'
import type { CheckedPlan } from './checked-plan.ts'
import { checkerOf } from './checker.ts'
import { progressOf } from './progress.ts'
import { reportOf, toldReport } from './report.ts'
import { targetsOf } from './targets.ts'

export async function check(
  terminal: Terminal,
  context: ConfigContext,
  words: readonly string[],
  options: CheckOptions,
): Promise<number> {
  if (options.watch) return (await import('./watch.ts')).watchPlans(terminal, context, words, options)
  const project = await openProject(context, 'steadplan check')
  const plans = words.length === 0 ? project.plans : await targetsOf(project, words)
  const checkOne = checkerOf(project, context, terminal, options)
  const progress = progressOf(terminal, plans.length)
  const checked: CheckedPlan[] = []
  for (const found of plans) {
    checked.push(await checkOne(found))
    progress.step()
  }
  progress.end()
  const { text, exitCode } = toldReport(terminal, reportOf(project, words, checked), options)
  terminal.out(text)
  return exitCode
}

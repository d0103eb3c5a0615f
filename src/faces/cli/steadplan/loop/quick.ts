import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { nextStep } from '../../../../run/pull/next-step.ts'
import { realMachine } from '../../../../store/machine/real.ts'
import { findWorkspace } from '../../../../store/workspace.ts'
import { answerOf, exitCodeOf, nextJson } from './next-answer.ts'
import { nextLines } from './next-lines.ts'
import { type QuickCommand, quickCommand } from './quick-command.ts'
import { quickDone } from './quick-done-command.ts'
import { openQuickly } from './quick-open.ts'

/**
 * Answers an agent that asks for its next step in a plan that is under way, or says that it is done with one, without
 * loading the rest. Undefined when there is anything to explain: then the long way is taken, which does the same and has
 * the words for it.
 */
export async function answer(args: readonly string[]): Promise<string | undefined> {
  const next = quickCommand(args, process.env)
  const done = quickDone(args, process.env)
  try {
    if (done !== undefined) return await (await import('./quick-done.ts')).answerDone(done)
    return next && (await answerNext(next))
  } catch (error) {
    if (!isFault(error)) throw error
    return undefined
  }
}

async function answerNext({ plan, agent, budget, json }: QuickCommand): Promise<string | undefined> {
  const workspace = await findWorkspace(realMachine, process.cwd(), process.env)
  const opened = await openQuickly(workspace, plan, agent, 'steadplan next')
  if (opened === undefined) return undefined
  const said = await answerOf(opened.pull, plan, await nextStep(opened.pull), budget)
  process.exitCode = exitCodeOf(said)
  return json ? nextJson(said, []) : nextLines((_style, text) => text, said)
}

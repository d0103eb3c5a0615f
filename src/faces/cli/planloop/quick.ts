import { homedir } from 'node:os'
import { realFiles } from '../../../store/files/real.ts'
import { plainStatus } from '../../../store/planloop/plain/plain-status.ts'
import { planloopHome } from '../../../store/planloop/planloop-home.ts'
import { isPlainest, quickStatus, quickUpdate } from './quick-command.ts'

/**
 * Answers what agents ask and report all the time without loading the rest. Undefined when there is anything to explain:
 * then the long way is taken, which does the same and has the words for it.
 */
export async function answer(args: readonly string[]): Promise<string | undefined> {
  const { env } = process
  const home = planloopHome(env, homedir())
  const report = quickUpdate(args)
  if (report !== undefined) return (await import('./quick-update.ts')).answerUpdate(report, home)
  const command = quickStatus(args)
  if (command === undefined) return undefined
  const kept = isPlainest(command) ? await plainStatus(realFiles, home, process.cwd(), env) : undefined
  return kept ?? (await import('./quick-status.ts')).answerStatus(command, home)
}

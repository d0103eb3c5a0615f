import { homedir } from 'node:os'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { readKeptPlan } from '../../../../run/pull/kept-plan.ts'
import { nextStep } from '../../../../run/pull/next-step.ts'
import type { Pull } from '../../../../run/pull/pull.ts'
import { loadConfig } from '../../../../store/config/load.ts'
import { realMachine as machine } from '../../../../store/machine/real.ts'
import { openPlanLog } from '../../../../store/plan-log.ts'
import { placeOf } from '../../../../store/plans/found-plan.ts'
import { homePlan } from '../../../../store/plans/home-plans.ts'
import { readUserKey } from '../../../../store/user-key.ts'
import { isDirectory } from '../../../../store/workspace/look.ts'
import { userDirectories } from '../../../../store/workspace/user-directories.ts'
import { findWorkspace } from '../../../../store/workspace.ts'
import { answerOf, exitCodeOf, nextJson } from './next-answer.ts'
import { nextLines } from './next-lines.ts'
import { type QuickCommand, quickCommand } from './quick-command.ts'

/**
 * Answers an agent that asks for its next step in a plan that is under way, without loading the rest. Undefined when there
 * is anything to explain: then the long way is taken, which does the same and has the words for it.
 */
export async function answer(args: readonly string[]): Promise<string | undefined> {
  const command = quickCommand(args, process.env)
  try {
    const pull = command && (await pullFor(command))
    if (pull === undefined) return undefined
    const { plan, budget, json } = command!
    const said = await answerOf(pull, plan, await nextStep(pull), budget)
    process.exitCode = exitCodeOf(said)
    return json ? nextJson(said, []) : nextLines((_style, text) => text, said)
  } catch (error) {
    if (!isFault(error)) throw error
    return undefined
  }
}

async function pullFor({ plan, agent }: QuickCommand): Promise<Pull | undefined> {
  const { env, platform } = process
  const workspace = await findWorkspace(machine, process.cwd(), env)
  const userDirs = userDirectories(env, homedir(), platform)
  const { values, diagnostics } = await loadConfig(machine, { workspace, userDirs, env })
  const found = homePlan(workspace, plan, values['limits.markdown'])
  if (diagnostics.length > 0 || !(await isDirectory(machine.files, found.files.base))) return undefined
  const place = placeOf(found)
  const log = await openPlanLog(machine, place, { lockWaitMs: values['lock.wait'], command: 'steadplan next' })
  const { state, diagnostics: faults } = await log.read()
  if (state.approval === undefined || state.status !== 'executing' || faults.length > 0) return undefined
  const approved = await readKeptPlan(machine, place, await readUserKey(machine, userDirs), state.approval)
  return approved && { machine, log, approved, who: { name: agent, isPerson: false }, leaseMs: values['lease.ttl'] }
}

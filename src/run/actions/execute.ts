import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { ExecuteAction } from '../../dialects/teddy/plan.ts'
import { openScript, type Script, type ScriptResult } from '../../process/script.ts'
import { resolveInside } from '../../store/paths/inside.ts'
import type { Acting } from './acting.ts'
import type { ActionResult } from './result.ts'

/**
 * Runs a command as the shell reads it, as a whole. Its process is in the log before the command itself begins, so that
 * whoever comes after a crash knows whether it was begun, and ends what is left of it.
 */
export async function execute(action: ExecuteAction, acting: Acting): Promise<ActionResult> {
  const { watch, cancel, background } = acting
  const before = await watch.before(undefined)
  const script = await started(action, acting)
  if (action.background) {
    background.add({ action, script, acting })
    return { status: 'succeeded', background: true, why: 'it runs in the background until the run ends' }
  }
  const timeoutMs = action.timeoutMs ?? acting.timeoutMs
  const result = await script.result({ timeoutMs, signal: cancel })
  const files = await watch.changedSince(before, undefined)
  return { ...outcome(action, result, timeoutMs), ...printedBy(result), files }
}

async function started(action: ExecuteAction, acting: Acting): Promise<Script> {
  const { machine, cwd, env, outputCap, onOutput, say, step, hasOwnYes } = acting
  const fromPlan = new Map(action.env.map(({ name, value }) => [name, value]))
  const script = await openScript({
    script: action.command.value,
    cwd: await resolveInside(machine, cwd, action.cwd?.value ?? '.'),
    env: { ...env, fromPlan, approved: hasOwnYes ? [...fromPlan.keys()] : [] },
    outputCap,
    onOutput,
  })
  try {
    const process = machine.identify(script.pid)
    await say({ type: 'process.started', step: step.id, action: action.position, process })
  } catch (error) {
    await script.end()
    throw error
  }
  script.begin()
  return script
}

function outcome(action: ExecuteAction, result: ScriptResult, timeoutMs: number): ActionResult {
  const { succeeded, aborted, exitCode } = result
  if (succeeded) return { status: 'succeeded', exitCode: 0, ...leftRunning(result) }
  const why = `\`${excerpt(action.command.value.trim())}\` ${howItEnded(result, timeoutMs)}`
  if (aborted) return { status: 'interrupted', exitCode, why }
  return { status: 'failed', exitCode, why, ...(action.allowFailure && { allowed: true }) }
}

function leftRunning({ stillRunning }: ScriptResult): Pick<ActionResult, 'why'> {
  return stillRunning ? { why: 'something that it started is still running' } : {}
}

export function howItEnded({ timedOut, aborted, signal, exitCode }: ScriptResult, timeoutMs: number): string {
  if (timedOut) return `was ended after ${timeoutMs / 1000} s`
  if (aborted) return 'was stopped'
  return signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`
}

export function printedBy({ stdout, stderr }: ScriptResult): Pick<ActionResult, 'output' | 'errors'> {
  return { output: stdout, errors: stderr }
}

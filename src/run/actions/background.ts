import type { ExecuteAction } from '../../dialects/teddy/plan.ts'
import type { Script, ScriptResult } from '../../process/script.ts'
import type { Acting } from './acting.ts'
import { howItEnded, printedBy } from './execute.ts'
import { processRecord } from './result.ts'

export interface InBackground {
  readonly action: ExecuteAction
  readonly script: Script
  readonly acting: Acting
}

/** The commands of a run that go on while others are carried out. None of them outlives the run. */
export interface Background {
  add(one: InBackground): void
  /** Ends all that still run, and says of each in the log what came of it. */
  end(): Promise<void>
  /** The same without a word, for a run that has lost its log. */
  drop(): Promise<void>
}

export function openBackground(): Background {
  const over = new AbortController()
  const running = new Map<InBackground, Promise<ScriptResult>>()
  return {
    add(one) {
      const { timeoutMs } = one.action
      const result = one.script.result({ signal: over.signal, ...(timeoutMs !== undefined && { timeoutMs }) })
      // Whoever ends it is told; until then nobody listens.
      result.catch(() => {})
      running.set(one, result)
    },
    async end() {
      over.abort()
      for (const [one, result] of running) {
        running.delete(one)
        await tell(one, await result)
      }
    },
    async drop() {
      over.abort()
      await Promise.allSettled(running.values())
      running.clear()
    },
  }
}

async function tell({ action, acting }: InBackground, result: ScriptResult): Promise<void> {
  const { machine, place, step, say } = acting
  const { aborted: wasRunning, exitCode, durationMs } = result
  const why = wasRunning ? 'it ran until the run ended' : `it ${howItEnded(result, action.timeoutMs ?? 0)} by itself`
  const keeping = { machine, place, step: step.id }
  const told = { ...printedBy(result), why }
  await say(await processRecord(keeping, action.position, told, { wasRunning, exitCode, durationMs }))
}

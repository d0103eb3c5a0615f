import { isFault } from '../../../plan/diagnostics/fault.ts'
import { openPlanner } from '../../../planner/open-planner.ts'
import type { OwnPrompts } from '../../../planner/prompt.ts'
import type { Asking, Refined } from '../../../planner/refine.ts'
import { readPromptFiles } from '../../../store/config/prompt-files.ts'
import { type ConfigContext, configPlaces } from '../steadplan/config/context.ts'
import { tellDiagnostics } from '../steadplan/config/show.ts'
import { takeSignals } from '../steadplan/run/signals.ts'
import { planningProgress } from '../teddy/plan/progress.ts'
import type { Terminal } from '../terminal.ts'
import type { Here } from './open.ts'

/** Asks whoever is configured to write plans. Answers the number to exit with when a signal ended it. */
export async function askPlanner<Value>(
  terminal: Terminal,
  context: ConfigContext,
  { machine, root, values }: Here,
  ask: (asking: Asking & { readonly own: OwnPrompts }) => Promise<Refined<Value>>,
): Promise<(Refined<Value> & { readonly by: string }) | number> {
  const environment = { pass: values['process.pass'], set: values['process.env'] }
  const source = openPlanner(values, { env: context.env, cwd: root, environment })
  const { prompts, diagnostics } = await readPromptFiles(machine, await configPlaces(context), '.planloop/prompts')
  tellDiagnostics(terminal, diagnostics)
  const progress = planningProgress(terminal, source.name, [])
  const stop = new AbortController()
  const abort = () => stop.abort()
  const signals = takeSignals({ stop: abort, cancel: abort })
  try {
    const refined = await ask({
      source,
      attempts: values['planner.attempts'],
      signal: stop.signal,
      onProgress: progress.tell,
      own: prompts,
    })
    return { ...refined, by: refined.model ?? source.name }
  } catch (error) {
    const code = signals.exitCode()
    if (code !== undefined && isFault(error, 'E_PLANNER_STOPPED')) return code
    throw error
  } finally {
    progress.end()
    signals.restore()
  }
}

import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { type CriticalPath, criticalPath } from '../../../../plan/graph/critical-path.ts'
import { type CycleGroup, cycles } from '../../../../plan/graph/cycles.ts'
import { buildGraph, firstOfEachId } from '../../../../plan/graph/graph.ts'
import { type Waves, waves } from '../../../../plan/graph/waves.ts'
import type { StepStatus } from '../../../../plan/step-status.ts'
import type { Step, StepId } from '../../../../plan/types.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, reviewChosen } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import type { GraphOptions } from '../look.ts'
import { mermaidText } from './graph/mermaid.ts'
import { graphText } from './graph/text.ts'

/** What is drawn. Of steps with the same id the first counts. */
export interface Drawing {
  readonly name: string
  readonly steps: ReadonlyMap<StepId, Step>
  readonly statusOf: (id: StepId) => StepStatus
  readonly waves: Waves
  readonly longest: CriticalPath
  readonly cycles: readonly CycleGroup[]
}

export async function graphPlan(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  { format = 'text', json = false }: GraphOptions,
): Promise<number> {
  const { found, reading, statusOf } = await reviewChosen(await openProject(context, 'steadplan graph'), word)
  const { steps } = reading.plan
  const graph = buildGraph(steps)
  const drawing: Drawing = {
    name: found.name,
    steps: firstOfEachId(steps),
    statusOf,
    waves: waves(graph),
    longest: criticalPath(graph),
    cycles: cycles(graph),
  }
  if (json || format === 'json') terminal.out(`${jsonText(asJson(drawing), 2)}\n`)
  else if (format === 'mermaid') terminal.out(mermaidText(drawing))
  else terminal.out(`${graphText(drawing, terminal).join('\n')}\n`)
  return exitCodes.ok
}

function asJson({ name, steps, statusOf, waves, longest, cycles }: Drawing): unknown {
  return {
    name,
    steps: [...steps.values()].map(({ id, title, dependsOn }) => ({ id, title, status: statusOf(id), dependsOn })),
    waves: waves.waves,
    neverStart: waves.neverStart,
    criticalPath: longest.path,
    cycles: cycles.flatMap((group) => group.cycles),
    moreCycles: cycles.some(({ more }) => more),
  }
}

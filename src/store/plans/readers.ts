import { readAgentflow } from '../../dialects/agentflow/read.ts'
import type { PlanReading, PlanTexts } from '../../dialects/plan-reading.ts'
import { readSessionFile } from '../../dialects/planloop/read-session-file.ts'
import type { Limits } from '../../dialects/shared/limits.ts'
import { readActionsIn } from '../../dialects/teddy/embedded.ts'
import type { Action, TeddyPlan } from '../../dialects/teddy/plan.ts'
import { readTeddyPlan } from '../../dialects/teddy/read-plan.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { StepId } from '../../plan/types.ts'
import type { Content } from '../content/content.ts'
import type { PlanPlace } from '../content/place.ts'
import { readContentAndFaults } from '../content/read.ts'
import type { ContentReading } from '../content/visible-files.ts'
import type { Machine } from '../machine/port.ts'
import { readSessionContent } from '../planloop/session-content.ts'
import { withFenceFix } from './fence-fix.ts'
import { type FoundPlan, type OpenDialect, placeOf } from './found-plan.ts'

/** What a dialect makes of the files of a plan. */
export interface ReadPlan {
  readonly reading: PlanReading
  /** The steps that consist of actions, which are carried out as they are written. */
  readonly actions: ReadonlyMap<StepId, readonly Action[]>
  /** The whole plan as a list of actions, where it is one. */
  readonly list?: TeddyPlan
}

interface Reader {
  readonly read: (texts: PlanTexts, found: FoundPlan, limits: Limits) => ReadPlan
  /** Where the content is not that of files which people edit. */
  readonly content?: (machine: Machine, place: PlanPlace) => Promise<Content>
}

/** Which dialect reads which plan. The one place that knows. */
const readers: Readonly<Record<OpenDialect, Reader>> = {
  agentflow: {
    read(texts, { files, prefix, isHome }, limits) {
      const reading = readAgentflow(texts, { key: files.key, prefix, isHome, limits })
      const { actions, diagnostics } = embeddedActions(reading)
      if (actions.size === 0) return { reading, actions }
      return { reading: { ...reading, diagnostics: [...reading.diagnostics, ...diagnostics] }, actions }
    },
  },
  planloop: {
    read(texts, { files, prefix }) {
      return { reading: readSessionFile(texts, { key: files.key, prefix }), actions: new Map() }
    },
    // A session is kept in its log; what it says is put together from there.
    content: readSessionContent,
  },
  teddy: {
    read(texts, { files, prefix }, limits) {
      const [file] = files.files
      const { written, ...reading } = readTeddyPlan(texts, { key: files.key, prefix, ...(file && { file }), limits })
      if (written === undefined) return { reading, actions: new Map() }
      const { steps, places } = reading.plan
      const [bytes] = texts.values()
      const actions = new Map(written.actions.map((action, at) => [steps[at]!.id, [action]]))
      const diagnostics = withFenceFix(reading.diagnostics, places!.file, bytes!)
      return { reading: { ...reading, diagnostics }, actions, list: written }
    },
  },
}

export function readPlan(texts: PlanTexts, found: FoundPlan, limits: Limits): ReadPlan {
  return readers[found.dialect].read(texts, found, limits)
}

export async function readContentOf(machine: Machine, found: FoundPlan): Promise<ContentReading> {
  const place = placeOf(found)
  const { content } = readers[found.dialect]
  return content ? { content: await content(machine, place), diagnostics: [] } : readContentAndFaults(machine, place)
}

/** Of the steps that are written in words, those whose words are an action plan. */
function embeddedActions({ plan }: PlanReading): {
  actions: Map<StepId, readonly Action[]>
  diagnostics: Diagnostic[]
} {
  const actions = new Map<StepId, readonly Action[]>()
  const diagnostics: Diagnostic[] = []
  for (const { id, text, place } of plan.steps) {
    const embedded = hasSections.test(text) && !actions.has(id) ? readActionsIn(text, place) : undefined
    if (embedded === undefined) continue
    actions.set(id, embedded.plan.actions)
    diagnostics.push(...embedded.diagnostics)
  }
  return { actions, diagnostics }
}

/** Nothing else can be one, and most texts have none. */
const hasSections = /^ {0,3}##/m

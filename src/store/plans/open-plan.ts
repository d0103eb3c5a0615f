import type { PlanReading } from '../../dialects/plan-reading.ts'
import type { Limits } from '../../dialects/shared/limits.ts'
import type { TeddyPlan } from '../../dialects/teddy/plan.ts'
import { type Diagnostic, hasErrors, sorted } from '../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { checkPlan, type Facts } from '../../rules/check-plan.ts'
import { type Content, noContent } from '../content/content.ts'
import type { PlanPlace } from '../content/place.ts'
import type { ContentReading } from '../content/visible-files.ts'
import type { Machine } from '../machine/port.ts'
import { type FoundPlan, placeOf } from './found-plan.ts'
import { inProject } from './in-project.ts'
import { readContentOf, readPlan } from './readers.ts'
import { type ActionsByStep, stepActions, withAsking } from './step-actions.ts'

/** A plan as its files say it now, with everything that is wrong with it. */
export interface OpenedPlan {
  readonly found: FoundPlan
  readonly place: PlanPlace
  readonly content: Content
  readonly reading: PlanReading
  /** The steps that consist of actions. */
  readonly actions: ActionsByStep
  /** The whole plan, where it is written as a list of actions. */
  readonly list?: TeddyPlan
  /** Everything that is wrong. */
  readonly diagnostics: readonly Diagnostic[]
  /** Of these, what kept files from being read at all. */
  readonly unreadable: readonly Diagnostic[]
  readonly isSound: boolean
}

export interface OpenOptions {
  readonly limits: Limits
  readonly facts: Facts
}

/** Reads and checks a plan. Takes no lock, writes nothing, and names every fault instead of failing at the first. */
export async function openPlan(machine: Machine, found: FoundPlan, options: OpenOptions): Promise<OpenedPlan> {
  return inProject(machine, await openPlanFiles(machine, found, options))
}

/** The same without a look at the project. */
export async function openPlanFiles(machine: Machine, found: FoundPlan, options: OpenOptions): Promise<OpenedPlan> {
  const { content, diagnostics } = await contentOf(machine, found)
  const unreadable = diagnostics.map((one) => withPrefix(one, found.files.base, found.prefix))
  return readingOf(found, content, options, unreadable)
}

/** The same for content that need not be the one on the disk. */
export function readingOf(
  found: FoundPlan,
  content: Content,
  { limits, facts }: OpenOptions,
  unreadable: readonly Diagnostic[] = [],
): OpenedPlan {
  const place = placeOf(found)
  const texts = new Map([...content.files].map(([path, file]) => [path, file.bytes]))
  const { reading: read, actions: written, list } = readPlan(texts, found, limits)
  const actions = new Map([...written].map(([step, own]) => [step, stepActions(own)]))
  const reading = withAsking(read, actions)
  const faults = [...reading.diagnostics, ...checkPlan(reading.plan, facts)]
  const diagnostics = sorted([...unreadable, ...(unreadable.length > 0 ? faults.filter(isNoAbsence) : faults)])
  const isSound = !hasErrors(diagnostics)
  return { found, place, content, reading, actions, ...(list && { list }), diagnostics, unreadable, isSound }
}

/** Of what could not be read nobody can say that it is not there. */
function isNoAbsence({ code }: Diagnostic): boolean {
  return code !== 'E_PLAN_FILE_MISSING' && code !== 'E_NO_STEPS'
}

/** The text of a file of the plan, by the name that diagnostics give it. */
export function sourceOf({ found, content }: OpenedPlan, file: string): string | undefined {
  if (!file.startsWith(found.prefix)) return undefined
  const bytes = content.files.get(file.slice(found.prefix.length))?.bytes
  return bytes && Buffer.from(bytes).toString()
}

async function contentOf(machine: Machine, found: FoundPlan): Promise<ContentReading> {
  try {
    return await readContentOf(machine, found)
  } catch (error) {
    if (!isFault(error)) throw error
    return { content: noContent, diagnostics: error.diagnostics }
  }
}

/** The store knows files by where they stand, people by where they stand in the project. */
function withPrefix(one: Diagnostic, base: string, prefix: string): Diagnostic {
  const { file } = one
  return file?.startsWith(`${base}/`) ? { ...one, file: prefix + file.slice(base.length + 1) } : one
}

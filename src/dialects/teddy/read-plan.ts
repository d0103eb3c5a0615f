import { diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { LineIndex } from '../../plan/diagnostics/position.ts'
import type { Step, StepId } from '../../plan/types.ts'
import type { PlanReading, PlanTexts } from '../plan-reading.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { Limits } from '../shared/limits.ts'
import type { Action, TeddyPlan } from './plan.ts'
import { readTeddy } from './read.ts'
import { textHash } from './text-hash.ts'

export interface TeddyOptions {
  readonly key: string
  /** What the name of the file starts with in diagnostics. */
  readonly prefix: string
  /** The name of the file where it is not there; otherwise it is known. */
  readonly file?: string
  readonly limits?: Limits
}

export interface TeddyPlanReading extends PlanReading {
  /** The same plan as it is written: the actions of its steps, in their order. Absent when the bytes are no text. */
  readonly written?: TeddyPlan
}

/** A teddy plan in the one model: each action is a step that depends on the one before it. */
export function readTeddyPlan(
  texts: PlanTexts,
  { key, prefix, file: name = 'plan.md', limits }: TeddyOptions,
): TeddyPlanReading {
  const [first] = texts
  const file = prefix + (first?.[0] ?? name)
  const empty = { key, dialect: 'teddy', title: key, narrative: '', steps: [], places: { file } } as const
  const words = new Map()
  if (first === undefined) {
    const missing = diagnostic('E_PLAN_FILE_MISSING', 'There is no file with the plan.', { file, hint })
    return { plan: empty, diagnostics: [missing], signed: { plan: new Uint8Array(), steps: new Map() }, words }
  }
  const bytes = first[1]
  const { plan, text = '', diagnostics } = readTeddy(file, bytes, limits)
  if (plan === undefined) return { plan: empty, diagnostics, signed: { plan: bytes, steps: new Map() }, words }
  const lines = new LineIndex(text)
  const steps = stepsOf(plan, text, file, lines)
  // An approval covers the whole file: what an action does depends on those before it, and on what was said about them.
  const signed = new Map<StepId, Uint8Array>()
  for (const { id, text: own } of steps) signed.set(id, Buffer.from(own))
  return {
    plan: {
      key,
      dialect: 'teddy',
      title: plan.title.value || key,
      narrative: plan.rationale?.text.value ?? '',
      steps,
      places: {
        file,
        title: lines.range(plan.title.start, plan.title.end),
        ...(plan.rationale && { narrative: lines.range(plan.rationale.text.start, plan.rationale.text.end) }),
      },
    },
    diagnostics,
    signed: { plan: bytes, steps: signed },
    words,
    written: plan,
  }
}

const hint = 'Write it there, or bring it back: `steadplan history` tells what was kept of it.'

function stepsOf({ actions }: TeddyPlan, text: string, file: string, lines: LineIndex): Step[] {
  const steps: Step[] = []
  for (const action of actions) {
    const own = text.slice(action.start, action.end)
    const before = steps.at(-1)
    const heading = lines.range(action.heading.start, action.heading.end)
    const files = action.kind === 'CREATE' || action.kind === 'EDIT' ? [action.path] : []
    const named = files.filter(({ value }) => value !== '')
    steps.push({
      id: [action.position, textHash(own)].join('-'),
      title: titleOf(action),
      text: own,
      dependsOn: before === undefined ? [] : [before.id],
      ...(named.length > 0 && { files: named.map(({ value }) => value) }),
      ...(action.kind === 'EXECUTE' && action.timeoutMs !== undefined && { timeoutMs: action.timeoutMs }),
      place: {
        file,
        id: heading,
        text: { start: heading.start, end: lines.position(action.end) },
        ...(named.length > 0 && { files: named.map(({ start, end }) => lines.range(start, end)) }),
      },
    })
  }
  return steps
}

//     CREATE docs/brief.md        EXECUTE npm test        INVOKE Architect
export function titleOf(action: Action): string {
  return excerpt(`${action.kind} ${aboutOf(action)}`.trim(), 80)
}

function aboutOf(action: Action): string {
  switch (action.kind) {
    case 'CREATE':
    case 'EDIT':
      return action.path.value
    case 'READ':
    case 'PRUNE':
      return action.resource.target
    case 'EXECUTE':
      return action.command.value.trim()
    case 'RESEARCH':
      return action.description?.value ?? action.queries[0]?.value ?? ''
    case 'INVOKE':
      return action.agent.value
    case 'CHAT_WITH_USER':
    case 'CONCLUDE':
      return action.message.value.trim()
  }
}

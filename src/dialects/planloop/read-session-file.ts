import { diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Step, StepId } from '../../plan/types.ts'
import type { PlanReading, PlanTexts } from '../plan-reading.ts'
import { hasSessionShape, type TaskContent } from './records.ts'
import { sessionFileName, taskLine } from './session-file.ts'

export interface PlanloopOptions {
  readonly key: string
  /** What the names of files start with in diagnostics. */
  readonly prefix: string
}

/** Reads a session as a plan: the goal is its title, and each task a step. */
export function readSessionFile(texts: PlanTexts, { key, prefix }: PlanloopOptions): PlanReading {
  const file = prefix + sessionFileName
  const content = contentOf(texts.get(sessionFileName))
  if (content === undefined) return { ...nothing(key, file), diagnostics: [unreadable(file)] }
  const { goal, tasks } = content
  return {
    plan: {
      key,
      dialect: 'planloop',
      title: goal,
      narrative: '',
      steps: tasks.map((task) => stepOf(task, file)),
      places: { file },
    },
    diagnostics: [],
    signed: {
      plan: Buffer.from(goal),
      steps: new Map(tasks.map((task): [StepId, Uint8Array] => [String(task.id), Buffer.from(taskLine(task))])),
    },
    // How tasks stand is in the log alone.
    words: new Map(),
  }
}

function nothing(key: string, file: string): PlanReading {
  return {
    plan: { key, dialect: 'planloop', title: key, narrative: '', steps: [], places: { file } },
    diagnostics: [],
    signed: { plan: new Uint8Array(), steps: new Map() },
    words: new Map(),
  }
}

function unreadable(file: string) {
  return diagnostic('E_JSON', 'what was kept of the session is not as it was written', { file })
}

interface SessionContent {
  readonly goal: string
  readonly tasks: readonly TaskContent[]
}

function contentOf(bytes: Uint8Array | undefined): SessionContent | undefined {
  try {
    const { goal, tasks } = JSON.parse(Buffer.from(bytes ?? []).toString()) as Partial<SessionContent>
    const isWhole =
      typeof goal === 'string' &&
      Array.isArray(tasks) &&
      tasks.every((task) => hasSessionShape({ type: 'task.added', by: '', task }))
    return isWhole ? { goal, tasks } : undefined
  } catch {
    return undefined
  }
}

function stepOf(task: TaskContent, file: string): Step {
  const { id, title, dependencies, verify, files = [], creates = [] } = task
  const touched = [...new Set([...files, ...creates])]
  return {
    id: String(id),
    title,
    text: textOf(task),
    dependsOn: dependencies.map(String),
    ...(verify && verify.length > 0 && { verify }),
    ...(touched.length > 0 && { files: touched }),
    place: { file },
  }
}

/** A task has no text but its title; what to read before it is done is the rest of it. */
function textOf({ title, context_hints, relevant_file_paths, creates = [], notes }: TaskContent): string {
  const parts = [
    title,
    ...list('Before you begin:', context_hints),
    ...list('Files it is about:', relevant_file_paths),
    ...list('Files it makes:', creates),
    ...(notes === undefined ? [] : [`Notes:\n\n${notes}`]),
  ]
  return parts.join('\n\n')
}

function list(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${heading}\n\n${items.map((item) => `- ${item}`).join('\n')}`]
}

import { quoted } from '../../agents/quoted.ts'
import type { NewTask } from '../../dialects/planloop/task.ts'
import { dataFault } from '../../plan/diagnostics/data-fault.ts'
import { type Diagnostic, diagnostic, hasErrors } from '../../plan/diagnostics/diagnostic.ts'
import { jsonForm } from '../ask-for-json.ts'
import { filled, type OwnPrompts } from '../prompt.ts'
import { asData, listData } from '../prompts/data.ts'
import { decompose as decomposePrompt } from '../prompts/decompose.ts'
import { readJsonAnswer } from '../read-json-answer.ts'
import { type Asking, type Examined, type Refined, refine } from '../refine.ts'
import { judge } from './judge.ts'
import { type Spec, specData } from './spec.ts'
import { taskListShape } from './task-shape.ts'

export interface DecomposeRequest extends Asking {
  readonly own: OwnPrompts
  readonly goal: string
  readonly spec?: Spec | undefined
  /** Paths of the project's files, so that tasks can name them. */
  readonly files: readonly string[]
  /** What is wrong with a list of tasks, by the rules that hold for everybody who adds tasks. */
  readonly gates: (tasks: readonly NewTask[]) => Promise<readonly Diagnostic[]> | readonly Diagnostic[]
}

/**
 * Breaks a goal down into tasks: drafts them, holds them to the gates, has them judged, and drafts again with all that was
 * found. Throws an `UnsoundDraft` when the attempts are used up.
 */
export function decompose(request: DecomposeRequest): Promise<Refined<readonly NewTask[]>> {
  const { own, goal, spec, files } = request
  const prompt = filled(decomposePrompt, own, {
    goal: asData(goal),
    spec: specData(spec),
    files: files.length === 0 ? 'There are none yet.' : listData(files),
  })
  return refine({ ...request, prompt, what: 'tasks', form: jsonForm, examine: (answer) => examine(answer, request) })
}

async function examine(answer: string, request: DecomposeRequest): Promise<Examined<readonly NewTask[]>> {
  const reading = readJsonAnswer(answer, taskListShape)
  const tasks = reading.value
  if (tasks === undefined) return reading
  if (tasks.length === 0) return { ...reading, diagnostics: [...reading.diagnostics, noTasks()] }
  const diagnostics = [...reading.diagnostics, ...(await request.gates(tasks))]
  // What a program can see to be wrong nobody needs to judge.
  if (hasErrors(diagnostics)) return { ...reading, diagnostics }
  const { value: verdict, usage } = await judge({ ...request, tasks })
  if (verdict.is_approved) return { ...reading, diagnostics, usage }
  return { ...reading, diagnostics: [...diagnostics, rejected(verdict.feedback)], usage }
}

function noTasks(): Diagnostic {
  return dataFault('E_ANSWER_SHAPE', 'tasks', 'There is no task in the list.', {
    hint: 'Break the goal down into at least one.',
  })
}

function rejected(feedback: string): Diagnostic {
  return diagnostic('E_JUDGED_UNSOUND', `Whoever reviewed the plan rejects it: ${quoted(feedback.trim(), 4000)}`)
}

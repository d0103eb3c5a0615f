import type { NewTask, Task } from '../../dialects/planloop/task.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { kebabOf } from '../../plan/kebab.ts'
import { jsonForm } from '../ask-for-json.ts'
import { filled, type OwnPrompts } from '../prompt.ts'
import { asData, listData } from '../prompts/data.ts'
import { suggest as suggestPrompt } from '../prompts/suggest.ts'
import { readJsonAnswer } from '../read-json-answer.ts'
import { type Asking, type Examined, type Refined, refine } from '../refine.ts'
import { taskListShape } from './task-shape.ts'

export interface SuggestRequest extends Asking {
  readonly own: OwnPrompts
  readonly goal: string
  /** The tasks of the session, whatever became of them. */
  readonly tasks: readonly Task[]
  /** What there is to see of the project. */
  readonly repository: string
  readonly gates: (tasks: readonly NewTask[]) => Promise<readonly Diagnostic[]> | readonly Diagnostic[]
}

/** Finds work that is not planned yet. There may be none. */
export function suggestTasks(request: SuggestRequest): Promise<Refined<readonly NewTask[]>> {
  const { own, goal, tasks, repository } = request
  const prompt = filled(suggestPrompt, own, {
    goal: asData(goal),
    tasks: tasks.length === 0 ? 'There are none.' : listData(tasks.map(taskLine)),
    repository: asData(repository),
  })
  return refine({ ...request, prompt, what: 'tasks', form: jsonForm, examine: (answer) => examine(answer, request) })
}

function taskLine({ id, status, title }: Task): string {
  return `${id} (${status}): ${title}`
}

async function examine(answer: string, { tasks, gates }: SuggestRequest): Promise<Examined<readonly NewTask[]>> {
  const reading = readJsonAnswer(answer, taskListShape)
  if (reading.value === undefined) return reading
  const value = withoutKnown(reading.value, tasks)
  return { ...reading, value, diagnostics: [...reading.diagnostics, ...(await gates(value))] }
}

/** Leaves out what is among the tasks already. Whoever depends on one of those depends on the task that is there. */
function withoutKnown(suggested: readonly NewTask[], tasks: readonly Task[]): NewTask[] {
  const known = new Map<string, number | string>(tasks.map(({ id, title }) => [kebabOf(title), id]))
  const instead = new Map<string, number | string>()
  const kept: NewTask[] = []
  for (const task of suggested) {
    const name = kebabOf(task.title)
    const twin = known.get(name)
    if (twin === undefined) {
      kept.push(task)
      known.set(name, task.ref ?? '')
    } else if (task.ref !== undefined && twin !== '') instead.set(task.ref, twin)
  }
  return kept.map((task) => ({
    ...task,
    dependencies: task.dependencies.map((one) => (typeof one === 'string' ? (instead.get(one) ?? one) : one)),
  }))
}

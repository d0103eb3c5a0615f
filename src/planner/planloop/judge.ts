import * as z from 'zod'
import type { NewTask } from '../../dialects/planloop/task.ts'
import { askForJson } from '../ask-for-json.ts'
import { filled, type OwnPrompts } from '../prompt.ts'
import { asData } from '../prompts/data.ts'
import { judge as judgePrompt } from '../prompts/judge.ts'
import type { Asking, Refined } from '../refine.ts'
import { zodShape } from '../zod-shape.ts'
import { type Spec, specData } from './spec.ts'

export interface JudgeRequest extends Asking {
  readonly own: OwnPrompts
  readonly goal: string
  readonly spec?: Spec | undefined
  readonly tasks: readonly NewTask[]
}

export interface Verdict {
  readonly is_approved: boolean
  readonly feedback: string
}

/** Asks whether a list of tasks is good enough to be worked on. */
export function judge({ own, goal, spec, tasks, ...asking }: JudgeRequest): Promise<Refined<Verdict>> {
  const prompt = filled(judgePrompt, own, {
    goal: asData(goal),
    spec: specData(spec),
    tasks: asData(JSON.stringify({ tasks }, null, 2)),
  })
  return askForJson({ ...asking, prompt, what: 'review', shape: verdictShape })
}

const verdictShape = zodShape<Verdict>(z.strictObject({ is_approved: z.boolean(), feedback: z.string() }))

import * as z from 'zod'
import { type NewTask, taskTypes } from '../../dialects/planloop/task.ts'
import { zodShape } from '../zod-shape.ts'

const texts = z.array(z.string())

/** What a task needs beyond its form, the gates say. */
const newTask: z.ZodType<NewTask> = z.strictObject({
  title: z.string(),
  type: z.enum(taskTypes),
  dependencies: z.array(z.union([z.int(), z.string()])).default([]),
  context_hints: texts,
  relevant_file_paths: texts,
  creates: texts.exactOptional(),
  files: texts.exactOptional(),
  verify: texts.exactOptional(),
  ref: z.string().exactOptional(),
})

/** `{"tasks": […]}` */
export const taskListShape = zodShape(z.strictObject({ tasks: z.array(newTask) }).transform(({ tasks }) => tasks))

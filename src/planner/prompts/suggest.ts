import type { Prompt } from '../prompt.ts'
import { goodTasks } from './good-tasks.ts'
import { taskForm } from './task-form.ts'

/** P-3: finds work that is not planned yet. */
export const suggest: Prompt = {
  name: 'suggest',
  needed: 'repository',
  text: `Look at the project below and find work that is worth doing and that no task covers yet: what was begun and not finished, notes
such as TODO and FIXME, behaviour without a test, faults you can point at, documents that no longer say what the code does.

Suggest a task only for what you can see here and name by its file. A few that matter are better than many; an empty list is a
good answer where nothing is missing. Never suggest what is among the tasks already, whatever its state, not in other words
either.

## A good task

${goodTasks}

## The form of the answer

${taskForm}

Where nothing is worth suggesting: \`{"tasks": []}\`.

## The goal of the session

{{goal}}

## The tasks that there are

{{tasks}}

## The project

{{repository}}
`,
}

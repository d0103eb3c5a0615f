import type { Prompt } from '../prompt.ts'
import { goodTasks } from './good-tasks.ts'
import { taskForm } from './task-form.ts'

/** P-1: breaks a goal down into tasks. */
export const decompose: Prompt = {
  name: 'decompose',
  needed: 'goal',
  text: `Break the goal below down into tasks for coding agents. Each agent gets one task at a time, with nothing but what the task says
and the project in front of it.

Plan for a program on the command line that works on local files. It has no database, no server and no user interface in a
browser unless the goal or the specification asks for one, and then only for what is asked. Plan what they call for and nothing
beyond it.

## A good task

${goodTasks}

## How to go about it

1. Read the specification, and look at which files there are. What is there is built on, not built again.
2. Find the order in which the parts can be finished, so that the project works after each of them.
3. Write the tasks in that order. A task that tests something belongs to it, unless testing is what is asked for.
4. Go through the list once more, as somebody who has to carry it out: is every word of the specification covered, does each
   task say enough, is any of them two?

## The form of the answer

${taskForm}

## The goal

{{goal}}

## The specification

{{spec}}

## The files of the project

{{files}}
`,
}

/**
 * What `status` tells an agent to do, in a few sentences. Each names the command that comes next, word by word: an agent that
 * does what it is told and nothing else comes to the end of the plan.
 */

export function syncText(sync: string, status: string): string {
  return `CRITICAL: \`docs/agents.md\` does not hold the current instructions. Run \`${sync}\`, or replace the whole file with \`instructions_content\`, which keeps what others wrote in it. Read the file, then run \`${status}\`.`
}

export interface TaskToTell {
  readonly id: number
  readonly isProven: boolean
  readonly wasBegun: boolean
}

export function taskText({ id, isProven, wasBegun }: TaskToTell, update: string, status: string): string {
  return [
    ...(wasBegun ? ['Somebody was at work on this task and did not come to an end: look at what is there first.'] : []),
    `Task ${id} is next. Follow every line of \`context_hints\` and read the files of \`relevant_file_paths\` before you write anything. Do what the title says and nothing beyond it.`,
    ...(isProven ? ['It is DONE only when the commands in `verify` pass; planloop runs them when you report.'] : []),
    `Then run \`${update}\` with your own words in place of \`...\`, and after it \`${status}\`.`,
  ].join(' ')
}

export function planningText(id: number, update: string, status: string): string {
  return [
    `Task ${id} is to write the plan. Read what the goal names, and as much of the project as it takes to know which files are concerned.`,
    `Write the tasks as JSON into a file \`plan.json\`: \`{"add_tasks": [ ... ], "update_tasks": [{"id": ${id}, "status": "DONE"}]}\`. \`docs/agents.md\` says what belongs into a task, and \`planloop describe update\` prints the schema.`,
    `Then run \`${update}\`. If it is refused, mend everything in \`details\` and run it again. After it run \`${status}\`.`,
  ].join(' ')
}

export function signalText(clear: string, status: string): string {
  return `CRITICAL: A signal blocks all work. Mend what \`signal.message\` says and nothing else. Then run \`${clear}\`, and after it \`${status}\`.`
}

export function completedText(update: string): string {
  return `Every task is done. Look over the work as a whole, then run \`${update}\` with your summary in place of \`...\`.`
}

export const finishedText =
  'The plan is finished and its final summary is recorded. Stop here: nothing is left to do. New tasks would open it again.'

export function blockedText(status: string): string {
  return `No task is free for you now. \`blocked\` says what each of them waits for. Where that is another agent, wait a minute and run \`${status}\`; where it is a person, tell your user.`
}

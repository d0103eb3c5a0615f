/**
 * What an agent has to know to work with planloop, written into the project's `docs/agents.md`. Plain ASCII without blanks at
 * the ends of lines: it goes through the hands of agents and editors and has to come back the same.
 */
export const constitution = `# How to work with planloop

planloop holds the plan of this project: a goal and its tasks. You ask it what is next, do that, and report. Every answer is
JSON. Never guess the state of the plan and never edit planloop's files: ask.

## The loop

1. Run \`planloop status --json\`.
2. Do what \`now.agent_instructions\` says; the table shows the same by \`now.reason\`.
3. Run \`next_command\` from the answer, with your own words in place of each \`...\`. Then begin again at 1.
   When an answer has no \`next_command\`, you are finished: stop.

| \`now.reason\` | what to do |
|---|---|
| \`sync_instructions\` | Run \`planloop sync\`, or overwrite \`docs/agents.md\` with \`now.instructions_content\`. Read it again. |
| \`ready_for_task\` | Work on \`now.current_task\`, on nothing else. |
| \`waiting_on_signal\` | Something is broken. Mend what \`signal.message\` says, then clear the signal. No other work before that. |
| \`blocked\` | Nothing can begin. \`blocked\` says which task waits for what. Finish or cancel that, or tell your user. |
| \`plan_completed\` | Send a summary of the work as \`final_summary\`, unless it was sent already. |

## A task

1. Before you write anything: follow every line of \`context_hints\` and read every file of \`relevant_file_paths\`.
2. Do what \`title\` says, no more. Files in \`creates\` have to be there at the end. Commands in \`verify\` have to pass.
3. Report: \`planloop update --json '{"update_tasks": [{"id": 2, "status": "DONE", "result": "what came of it"}]}'\`
   - Not finished and you have to stop: set \`"status": "TODO"\` and write into \`notes\` what the next one should know.
   - Not needed any more: set \`"status": "CANCELLED"\`. More work found: send it as \`add_tasks\`.

## Writing tasks

\`planloop update --json '{"add_tasks": [ ... ]}'\`; a long payload goes into a file: \`planloop update --file plan.json\`.

| field | |
|---|---|
| \`title\` | one thing, small enough for one commit, and one can see when it is done |
| \`type\` | \`feature\`, \`bugfix\`, \`chore\` or \`test\` |
| \`context_hints\` | what to read and to mind, each with a verb; files in backticks |
| \`relevant_file_paths\` | files and folders the task is about, from the top of the project; they exist, or stand in \`creates\` |
| \`creates\` | files that the task makes |
| \`dependencies\` | ids of tasks that come first, or the \`ref\` of a task in the same payload |
| \`ref\` | a name for the task, so that others in the payload can depend on it |
| \`verify\` | commands that prove it, without a shell |

A plan is checked as a whole. With one fault nothing of it is taken, and every fault is named: mend all of them, send all again.

## Errors

An answer with \`"status": "error"\` changed nothing. \`details\` says in words what is wrong and \`faults\` says where; mend it,
then run the command again, or \`next_command\` if there is one. Never repeat a command unchanged more than once.
`

import type { CodeTable } from './entry.ts'

export const taskCodes = {
  E_PAYLOAD_EMPTY: {
    severity: 'error',
    meaning: 'A payload, or one of its changes, changes nothing.',
    next: 'Send `add_tasks`, `update_tasks` or `final_summary`; `planloop describe update` shows the fields.',
  },
  E_TASK_INCOMPLETE: {
    severity: 'error',
    meaning: 'A task lacks one of the four fields that every task needs, or nothing stands in it.',
    next: 'Give every task a `title`, a `type`, at least one of `context_hints` and one of `relevant_file_paths`.',
  },
  E_TASK_TWICE: {
    severity: 'error',
    meaning:
      'Two open tasks have the same title, or two changes name the same task. A payload that is sent a second time looks like this.',
    next: 'Run `planloop status --json` and send only what is not in the plan yet.',
  },
  E_TASK_REF: {
    severity: 'error',
    meaning:
      'The name that a task gives itself in `ref` is not a letter followed by letters, digits, `-`, `_` and `.`, at most 64 in all, or another task has it.',
    next: 'Give it a short name of its own, as in `"ref": "schema"`.',
  },
  E_TASK_PATH: {
    severity: 'error',
    meaning:
      'A path of a task is not there, and neither the task nor one that it depends on says in `creates` that it makes it.',
    next: 'Correct the path. If a task is to make the file, add it to `creates` of that task, and depend on that task.',
  },
  E_HINT_PATH: {
    severity: 'error',
    meaning:
      'A hint names a file in backticks that is not there, and neither the task nor one that it depends on makes it.',
    next: 'Correct the path, or add it to `creates` of the task that makes it. What is no file needs no backticks.',
  },
  E_HINT_VAGUE: {
    severity: 'warning',
    meaning: 'A hint neither says what to do nor points at anything: no verb, no file, no section, no address.',
    next: 'Begin with a verb and name a file or a section, as in "Follow the pattern in `api/routes.ts`".',
  },
  E_TASK_MANY: {
    severity: 'error',
    meaning: 'The title of a task asks for two things that are done apart.',
    next: 'Make two tasks of it, one depending on the other where the order matters.',
  },
  E_TITLE_VAGUE: {
    severity: 'warning',
    meaning: 'From the title nobody can tell when the task is done.',
    next: 'Name the thing that changes and how to see that it did, as in "Answer `GET /users` within 100 ms for 1,000 users".',
  },
  E_TASK_LARGE: {
    severity: 'warning',
    meaning: 'The task looks larger than one commit.',
    next: 'Break it into tasks that each leave the project working.',
  },
} as const satisfies CodeTable

import type { StatusAnswer, TaskAnswer } from '../../../../dialects/planloop/status-answer.ts'
import type { Task } from '../../../../dialects/planloop/task.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { counted } from '../../counted.ts'
import { momentText } from '../../moment.ts'
import type { Terminal } from '../../terminal.ts'

/** What is next, for people. */
export function statusText(answer: StatusAnswer, paint: Terminal['paint']['out']): string {
  const { next_command } = answer
  return [
    `${paint('label', 'Session')} ${visible(answer.session.id)}, version ${answer.session.version}`,
    ...lines(answer),
    ...(next_command === undefined ? [] : [`${paint('label', 'Next:')} ${visible(next_command)}`]),
    '',
  ].join('\n')
}

function lines(answer: StatusAnswer): string[] {
  const { now } = answer
  if ('current_task' in now) return taskLines(answer as TaskAnswer)
  if ('instructions_content' in now) return ['docs/agents.md does not hold the current instructions for agents.']
  if ('signal' in answer) return [now.message, `  ${answer.signal.level}: ${visible(answer.signal.message)}`]
  if ('blocked' in answer) {
    const more = answer.blocked_count - answer.blocked.length
    return [
      visible(now.message),
      ...answer.blocked.map(({ id, title, why }) => `  ${id}  ${visible(title)}: ${visible(why)}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]
  }
  const summary = 'final_summary' in answer ? answer.final_summary : undefined
  return [visible(now.message), ...(summary === undefined ? [] : [`  ${visible(summary)}`])]
}

function taskLines({ now, ready, interrupted, claim, signals = [] }: TaskAnswer): string[] {
  const { current_task: task } = now
  return [
    `Task ${task.id}, ${task.type}, ${task.status}: ${visible(task.title)}`,
    ...(claim === undefined ? [] : [`  claimed by ${visible(claim.agent)} for ${claim.lease_seconds} s`]),
    ...(interrupted === undefined
      ? []
      : [`  ${visible(interrupted.by)} was at work on it since ${momentText(interrupted.since)}`]),
    ...partLines(task),
    ...signals.map(({ id, level, message }) => `  ${level} ${visible(id)}: ${visible(message)}`),
    ...(ready.length === 0 ? [] : [`  then: ${counted(ready.length, 'task')} ready (${ready.join(', ')})`]),
  ]
}

function partLines(task: Task): string[] {
  const parts: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['hint', task.context_hints],
    ['file', task.relevant_file_paths],
    ['makes', task.creates],
    ['verify', task.verify],
    ['notes', task.notes === undefined ? [] : [task.notes]],
  ]
  return parts.flatMap(([name, texts = []]) => texts.map((text) => `  ${name}: ${visible(text)}`))
}

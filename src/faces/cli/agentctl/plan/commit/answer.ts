import { toJson } from '../../../../../plan/diagnostics/json.ts'
import { visible } from '../../../../../plan/diagnostics/visible.ts'
import { displayWidth } from '../../../../../plan/diagnostics/width.ts'
import type { PlanStatus } from '../../../../../plan/lifecycle.ts'
import { feedbackOf } from '../feedback.ts'
import type { Submission, SubmittedThread } from './submit.ts'

type Committed = Extract<Submission, { isCommitted: true }>

/** What a commit answers to programs. The names are those of the format where it has one. */
export function commitJson({ number, isUnchanged, threads, removed, cleared, diagnostics }: Committed) {
  return {
    committed: true,
    commit: number,
    unchanged: isUnchanged,
    threads: threads.map(({ thread, opened, reviewed, version, status, change }) => {
      const feedback = feedbackOf(reviewed.state)
      return {
        thread_id: thread.thread_id,
        plan_dir: thread.plan_dir,
        title: opened.reading.plan.title,
        tasks: opened.reading.plan.steps.length,
        version,
        status,
        amendment: change !== 'first',
        changed: change !== 'unchanged',
        ...(feedback && { feedback }),
      }
    }),
    removed,
    cleared,
    next: nextLines(threads),
    diagnostics: toJson(diagnostics),
  }
}

/** The same for people. */
export function commitText(submission: Committed): string {
  const { number, isUnchanged, threads, removed, cleared } = submission
  const lines = [
    isUnchanged ? `nothing changed since commit ${number}` : `commit ${number}`,
    ...threads.flatMap(threadLines),
    ...cleared.map((id) => `  ${visible(id)}  no plan for this thread`),
    ...removed.map((id) => `  ${visible(id)}  removed`),
    ...nextLines(threads),
  ]
  return `${lines.join('\n')}\n`
}

function threadLines({ thread, opened, reviewed, status, change }: SubmittedThread): string[] {
  const { title, steps } = opened.reading.plan
  const tasks = `${steps.length} ${steps.length === 1 ? 'task' : 'tasks'}`
  const parts = [visible(thread.thread_id), shortTitle(title), tasks, status, change]
  const feedback = feedbackOf(reviewed.state)
  return [
    `  ${parts.join('  ')}`,
    ...(feedback ? [`    rejected by ${visible(feedback.by)}: ${visible(feedback.text)}`] : []),
  ]
}

const widestTitle = 60

function shortTitle(title: string): string {
  const shown = visible(title)
  if (displayWidth(shown) <= widestTitle) return shown
  let short = ''
  for (const char of shown) {
    if (displayWidth(short + char) >= widestTitle) break
    short += char
  }
  return `${short}…`
}

/** What has to happen now, one line for each thread that waits for somebody. */
function nextLines(threads: readonly SubmittedThread[]): string[] {
  return threads.flatMap(({ thread, reviewed, status }) => {
    const id = visible(thread.thread_id)
    const known = next[status]
    if (known !== undefined) return [known(id)]
    return reviewed.standing.is === 'whole' ? [] : [`what is new in it needs a yes: steadplan review ${id}`]
  })
}

const next: Readonly<Partial<Record<PlanStatus, (id: string) => string>>> = {
  proposed: (id) => `a person approves it: steadplan review ${id}`,
  approved: (id) => `it is approved: ${id}`,
  rejected: (id) => `take up what was said of ${id}, then commit again`,
  needs_review: (id) => `it was rejected too often, a person has to look at it: steadplan review ${id}`,
}

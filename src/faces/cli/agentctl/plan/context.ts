import { overseerPrompt } from '../../../../dialects/agentflow/overseer.ts'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { Feedback } from '../../../../plan/state.ts'
import { readPlanState } from '../../../../store/plan-log.ts'
import { placeOf } from '../../../../store/plans/found-plan.ts'
import { openAllocations } from '../../../../store/sessions/allocate.ts'
import { plainThread, type SessionRecord } from '../../../../store/sessions/session-record.ts'
import { realHome, threadPlan } from '../../../../store/sessions/thread-plan.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Terminal } from '../../terminal.ts'
import { openSession, type Session } from '../session.ts'
import { feedbackOf } from './feedback.ts'

/** What an agent is told before it plans: how to go about it, where to write, and what was said of it before. */
export async function planContext(
  terminal: Terminal,
  context: ConfigContext,
  { json = false }: { json?: boolean } = {},
): Promise<number> {
  const session = await openSession(terminal, context, 'agentctl plan context')
  const record = await openAllocations(session.machine, session.place, session.project, session.lock)
  const { current, additional } = record
  const said = await feedbackIn(session, record)
  const prompt =
    overseerPrompt({
      currentPlanDir: current.plan_dir,
      currentThreadId: current.thread_id,
      additional: additional.map(plainThread),
    }) + feedbackText(said)
  const asJson = {
    CURRENT_PLAN_DIR: current.plan_dir,
    CURRENT_THREAD_ID: current.thread_id,
    ADDITIONAL_PLAN_DIRS: additional.map(plainThread),
    feedback: said,
    prompt,
  }
  terminal.out(json ? `${jsonText(asJson, 2)}\n` : prompt)
  return exitCodes.ok
}

type ThreadFeedback = Feedback & { readonly thread_id: string }

async function feedbackIn(
  { machine, place, fileCap }: Session,
  { current, additional }: SessionRecord,
): Promise<ThreadFeedback[]> {
  const home = await realHome(machine, place.home)
  const all: ThreadFeedback[] = []
  for (const thread of [current, ...additional]) {
    const state = await readPlanState(machine, placeOf(threadPlan(home, thread, fileCap))).catch(unlessFault)
    const feedback = state && feedbackOf(state)
    if (feedback) all.push({ thread_id: thread.thread_id, ...feedback })
  }
  return all
}

/** A log that cannot be read keeps nobody from planning; `plan commit` says what is wrong with it. */
function unlessFault(error: unknown): undefined {
  if (!isFault(error)) throw error
}

function feedbackText(said: readonly ThreadFeedback[]): string {
  if (said.length === 0) return ''
  const blocks = said.map(({ thread_id, by, text }) => {
    const lines = text.split('\n').map((line) => `> ${visible(line)}`.trimEnd())
    return `\nThread ${visible(thread_id)}, rejected by ${visible(by)}:\n\n${lines.join('\n')}\n`
  })
  return `\n## What was said of your last plan\n\nTake it up, then commit again.\n${blocks.join('')}`
}

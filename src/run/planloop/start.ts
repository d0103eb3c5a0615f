import type { SessionRecord } from '../../dialects/planloop/records.ts'
import { emptySession } from '../../dialects/planloop/session.ts'
import type { NewTask } from '../../dialects/planloop/task.ts'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import type { PlanMoved } from '../../plan/records.ts'
import type { LockOptions } from '../../store/lock/lock.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import { createSession } from '../../store/planloop/create-session.ts'
import { makeCurrent } from '../../store/planloop/current-session.ts'
import type { Workspace } from '../../store/workspace.ts'
import { draftOf } from './draft.ts'
import { keepStatus } from './keep-status.ts'

export interface NewSession {
  readonly goal: string
  /** By which sessions know the project (`projectOf`). */
  readonly project: string
  /** Whether tasks are given out only when a person has approved them. */
  readonly approval: boolean
  /** What somebody has made of the goal already; without them the first task asks for the others. */
  readonly tasks?: readonly NewTask[]
  readonly by: string
}

/** Starts a session and makes it the current one of its project. Tasks that are given have passed the gates. */
export async function startSession(
  machine: Machine,
  home: Workspace,
  wanted: NewSession,
  lock: LockOptions,
): Promise<LogPlace> {
  const goal = wanted.goal.trim()
  if (goal === '' || goal.length > longestGoal) {
    throw fault('E_GOAL', `a goal has 1 to ${longestGoal} characters`, { actual: `${goal.length} characters` })
  }
  const open = await createSession(machine, home, goal, firstRecords({ ...wanted, goal }), lock)
  await makeCurrent(machine, home, wanted.project, open.place.plan)
  await keepStatus(open)
  return open.place
}

const longestGoal = 8000

function firstRecords({ goal, project, approval, tasks = [], by }: NewSession): SessionRecord[] {
  const meta = tasks.length === 0 ? 1 : undefined
  const started: SessionRecord = { type: 'session.started', goal, project, approval, by, ...(meta && { meta }) }
  const { added, faults } = draftOf(emptySession(), {
    add_tasks: meta === undefined ? tasks : [metaTask(goal)],
    update_tasks: [],
  })
  const [first, ...rest] = faults
  if (first) throw new Fault([first, ...rest])
  return [
    started,
    ...planBegins(approval, by),
    ...added.map(({ task }): SessionRecord => ({ type: 'task.added', task, by })),
  ]
}

/** A session is served as soon as it is there, unless a person wants to be asked. */
function planBegins(approval: boolean, by: string): PlanMoved[] {
  const move = { type: 'plan.moved', by } as const
  const proposed: PlanMoved = { ...move, event: 'propose', from: 'draft', to: 'proposed' }
  if (approval) return [proposed]
  const why = 'sessions of planloop are served without a yes of a person, unless it is configured'
  return [proposed, { ...move, event: 'approve', from: 'proposed', to: 'approved', why }]
}

function metaTask(goal: string): NewTask {
  const shown = goal.length > longestShown ? `${goal.slice(0, longestShown)}…` : goal
  return {
    title: `Decompose the goal '${shown}' into a list of tasks.`,
    type: 'chore',
    dependencies: [],
    context_hints: [
      'Read what the goal names, and as much of the project as it takes to know which files are concerned.',
      'Send the tasks as `add_tasks` with `planloop update`, and set this task to DONE in the same update.',
      'Give each task one responsibility, a title that says what is achieved, hints for whoever does it, and its files.',
    ],
    relevant_file_paths: [],
  }
}

const longestShown = 200

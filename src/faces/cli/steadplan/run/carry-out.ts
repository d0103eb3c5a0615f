import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { stepStatus } from '../../../../plan/state.ts'
import { isMet } from '../../../../plan/step-status.ts'
import type { StepId } from '../../../../plan/types.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { ActingOptions } from '../../../../run/actions/acting.ts'
import { actionSteps } from '../../../../run/actions/action-steps.ts'
import { chooseAgents, type OpenedAgents, openAgents } from '../../../../run/agent-choice.ts'
import { type ApprovedPlan, approvedPlan } from '../../../../run/approved-plan.ts'
import type { Isolation, LeftWorktrees, WorktreeOutcome } from '../../../../run/isolation.ts'
import { limitTime } from '../../../../run/limits.ts'
import type { Resolution } from '../../../../run/recovery.ts'
import { type RunOptions, type RunOutcome, runPlan } from '../../../../run/run-plan.ts'
import { usualTools } from '../../../../run/tool-kinds.ts'
import type { PlanPlace } from '../../../../store/content/place.ts'
import { readPlanState } from '../../../../store/plan-log.ts'
import { openPlaceOf } from '../../../../store/plans/found-plan.ts'
import { callerOf } from '../../caller.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { visibleLines } from '../decide/words.ts'
import type { RunFlags } from '../run.ts'
import { isolate, leftOf } from './isolate.ts'
import { commonEnvironment, findKnownAgents } from './known-agents.ts'
import { openNotices } from './notices.ts'
import { newPicture } from './picture.ts'
import { signalActions } from './signal-actions.ts'
import { takeSignals } from './signals.ts'
import { statusWriter } from './status-words.ts'
import { summaryLines } from './summary.ts'
import { openView, type RunView } from './view.ts'
import { placeLine, worktreeLines } from './worktree-lines.ts'
import { writeReport } from './write-report.ts'

export interface Execution {
  readonly project: Project
  readonly reviewed: ReviewedPlan
  readonly flags: RunFlags
  readonly resolutionOf: (step: StepId) => Resolution | undefined
  readonly retryFailed: boolean
}

/** Carries out a plan with everything around it: where, what is seen, signals, limits, notices, the report. */
export async function carryOutPlan(terminal: Terminal, context: ConfigContext, execution: Execution): Promise<number> {
  const { project, reviewed, flags } = execution
  const { machine, userDirs, options } = project
  if (flags.json && project.diagnostics.length > 0) {
    terminal.out(`${jsonText({ type: 'diagnostics', diagnostics: toJson(project.diagnostics) })}\n`)
  }
  const approved = await approvedPlan(machine, userDirs, reviewed, options)
  if (reviewed.standing.is === 'partial') tellOfDraft(terminal, approved, flags)
  const root = await machine.files.realpath(project.workspace.root)
  const left = await leftOf(execution, root)
  if (isOver(reviewed, approved)) return tellOver(terminal, execution, root, left)
  const isolation = await isolate(execution, root, left)
  try {
    return await carryOutIn(terminal, context, { ...execution, approved, root, isolation })
  } catch (error) {
    await isolation?.abandon().catch(() => {})
    throw error
  }
}

interface PlacedExecution extends Execution {
  readonly approved: ApprovedPlan
  /** The real path of the project. */
  readonly root: string
  /** Where steps work, when it is not in the project. */
  readonly isolation: Isolation | undefined
}

async function carryOutIn(terminal: Terminal, context: ConfigContext, execution: PlacedExecution): Promise<number> {
  const { project, reviewed, flags, approved, root, isolation } = execution
  const { machine } = project
  const { found } = reviewed
  const { plan } = approved.reading
  const cwd = isolation?.worktree.root ?? root
  const agents = await agentsFor(context, execution, approved, cwd)
  const place = await openPlaceOf(machine, found)

  const nowMs = (): number => machine.now().monotonicMs
  const picture = newPicture(found.name, plan, (step) => stepStatus(reviewed.state, step), nowMs())
  const view = openView({ terminal, picture, nowMs }, flags.json === true, context.env)
  const [stop, cancel] = [new AbortController(), new AbortController()]
  const signals = takeSignals(signalActions(view, picture, stop, cancel))
  const removeLimit = limitTime(flags.maxTime, { stop, cancel })
  const words = statusWriter(project, found, plan.steps, (message) => view.say(visible(message)))
  const env = commonEnvironment(project.config)
  const notify = { command: project.config.values['notify.command'], cwd: root, env }
  const notices = openNotices(found.name, notify, terminal, (message) => view.say(message))
  if (isolation) view.say(placeLine(isolation))
  try {
    const outcome = await runPlan({
      ...runOptions(execution, callerOf(context.env, terminal).by),
      machine,
      place,
      approved,
      cwd,
      env,
      stop,
      cancel: cancel.signal,
      agentFor: agents.agentFor,
      acting: actingOf(project, view),
      ...(isolation && { around: isolation.around }),
      onEvent: (event) => {
        view.event(event)
        notices.event(event)
      },
      onState: (state) => {
        picture.cost = state.spent.cost
        words.later(state)
      },
    })
    const state = await readPlanState(machine, place)
    await words.now(state)
    await agents.close()
    const worktree = await isolation?.conclude(outcome.status, (step) => stepStatus(state, step))
    view.close()
    const ms = nowMs() - picture.startedMs
    await tellOutcome(terminal, { ...execution, cwd: context.cwd, place, outcome, worktree, ms })
    await notices.ended(`it is ${outcome.status.replace('_', ' ')}`)
    if (outcome.status === 'completed') return exitCodes.ok
    return signals.exitCode() ?? exitCodes.faults
  } finally {
    removeLimit()
    view.close()
    await agents.close()
    signals.restore()
  }
}

/** A run of what is done already would only say so, and write over the report of the run that did it. */
function isOver({ state }: ReviewedPlan, { reading }: ApprovedPlan): boolean {
  return state.status === 'completed' && reading.plan.steps.every(({ id }) => isMet(stepStatus(state, id)))
}

/** A run that was ended after its last step has not brought back what it did. */
async function tellOver(terminal: Terminal, execution: Execution, root: string, left: LeftWorktrees): Promise<number> {
  const { reviewed, flags } = execution
  const plan = reviewed.found.name
  const status = 'completed'
  const isolation = left.run && (await isolate(execution, root, left))
  const worktree = await isolation?.conclude(status, (step) => stepStatus(reviewed.state, step))
  const why = 'it was completed before'
  if (flags.json) terminal.out(`${jsonText({ type: 'outcome', plan, status, why, worktree })}\n`)
  else {
    const over = `${visible(plan)} is completed already; nothing is left to do`
    terminal.out(`${[over, ...worktreeLines(worktree)].join('\n')}\n`)
  }
  return exitCodes.ok
}

function tellOfDraft(terminal: Terminal, { approval }: ApprovedPlan, { json }: RunFlags): void {
  if (json) return
  terminal.err(`The plan was edited since; the run keeps to version ${approval.version}, which was approved\n`)
}

/** What steps have that need no agent. A message of a plan is shown; nobody waits for an answer to it. */
function actingOf({ config }: Project, view: RunView): ActingOptions {
  const { values } = config
  return {
    research: { url: values['research.url'], command: values['research.command'] },
    outputCap: values['process.output'],
    chat: async (message) => {
      for (const line of visibleLines(message)) view.say(`> ${line}`)
      return undefined
    },
  }
}

/** Only for what is still to be done: who did the rest need not be there any more. */
async function agentsFor(
  context: ConfigContext,
  { project, reviewed, flags }: Execution,
  { reading }: ApprovedPlan,
  cwd: string,
): Promise<OpenedAgents> {
  const { machine, config } = project
  const known = await findKnownAgents(context, config, flags.agent)
  const acting = actionSteps(reading)
  const open = reading.plan.steps.filter(({ id }) => !acting.has(id) && !isMet(stepStatus(reviewed.state, id)))
  return openAgents(chooseAgents(open, known), { machine, cwd, timeoutMs: config.values['agents.timeout'] })
}

function runOptions({ project, flags, resolutionOf, retryFailed }: Execution, by: string) {
  const { values } = project.config
  return {
    by,
    resolutionOf,
    retryFailed,
    lockWaitMs: values['lock.wait'],
    leaseMs: values['lease.ttl'],
    jobs: flags.jobs ?? values['run.jobs'],
    repairs: flags.retries ?? values['run.retries'],
    tokenBudget: flags.budget ?? values['run.budget'],
    timeoutMs: values['process.timeout'],
    onFailure: flags.onFailure ?? 'continue',
    scope: { tools: flags.tools ?? usualTools, mode: flags.scope ?? 'enforce' },
    wait: flags.wait === true,
    ...(flags.maxCost !== undefined && { maxCost: flags.maxCost }),
  } satisfies Partial<RunOptions>
}

interface Ended extends PlacedExecution {
  readonly cwd: string
  readonly place: PlanPlace
  readonly outcome: RunOutcome
  readonly worktree: WorktreeOutcome | undefined
  readonly ms: number
}

async function tellOutcome(terminal: Terminal, ended: Ended): Promise<void> {
  const { project, reviewed, approved, place, outcome, flags, cwd, worktree, ms } = ended
  const { plan } = approved.reading
  const { name } = reviewed.found
  const json = flags.json === true
  const { machine } = project
  const report = await writeReport(terminal, { machine, cwd, name, plan, place, outcome, file: flags.report, json })
  if (json) {
    const { status, counts, held, doomed, why } = outcome
    const waiting = [...held].map(([step, reason]) => ({ step, why: reason }))
    const durationMs = Math.round(ms)
    const told = {
      type: 'outcome',
      plan: name,
      status,
      counts,
      held: waiting,
      doomed,
      why,
      report,
      worktree,
      durationMs,
    }
    terminal.out(`${jsonText(told)}\n`)
    return
  }
  const lines = [...summaryLines(name, plan.steps, outcome, ms, terminal), ...worktreeLines(worktree)]
  terminal.out(`${[...lines, ...(report === undefined ? [] : [`Report: ${visible(report)}`])].join('\n')}\n`)
}

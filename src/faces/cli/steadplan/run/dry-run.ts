import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { stepWords } from '../../../../plan/step-status.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import { chooseAgents } from '../../../../run/agent-choice.ts'
import { type DryRun, type DryStep, dryRunOf, missingFor } from '../../../../run/dry-run.ts'
import type { StepActions } from '../../../../store/plans/step-actions.ts'
import { clipped } from '../../clipped.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, reviewChosen } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { actionLines } from '../decide/action-lines.ts'
import { tellBeside } from '../decide/decided.ts'
import { listed } from '../decide/words.ts'
import { actionsJson } from '../look/actions-json.ts'
import type { RunCommandOptions } from '../run.ts'
import { isolationAhead } from './isolate.ts'
import { findKnownAgents } from './known-agents.ts'
import { aheadLines } from './worktree-lines.ts'

/** What a run would do with the files as they are now. */
export async function dryRun(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: RunCommandOptions,
): Promise<number> {
  const project = await openProject(context, 'steadplan run')
  tellBeside(terminal, project, options)
  const reviewed = await reviewChosen(project, word)
  const { plan } = reviewed.reading
  const needed = plan.steps.filter(({ id }) => !reviewed.actions.has(id))
  const chosen = chooseAgents(needed, await findKnownAgents(context, project.config, options.agent))
  const would = dryRunOf(plan, reviewed.statusOf, chosen.byStep)
  const { worktree, missing: missingForWorktree } = await isolationAhead({ project, reviewed, flags: options })
  const missing = [...missingFor(context.machine, reviewed, chosen), ...missingForWorktree]
  const { name } = reviewed.found
  const jobs = options.jobs ?? project.config.values['run.jobs']
  if (options.json) {
    const waves = would.waves.map((wave) =>
      wave.map((step) => ({ ...step, ...actionsJson(reviewed.actions.get(step.id)) })),
    )
    terminal.out(`${jsonText({ type: 'dry-run', plan: name, jobs, ...would, waves, worktree, missing })}\n`)
  } else {
    const lines = [...dryRunText(reviewed, jobs, would, terminal), ...aheadLines(worktree)]
    const warnings = missing.map((one) => terminal.paint.out('warning', `Missing: ${visible(one)}`))
    terminal.out(`${[...lines, ...warnings].join('\n')}\n`)
  }
  return exitCodes.ok
}

function dryRunText(
  { found: { name }, actions }: ReviewedPlan,
  jobs: number,
  { waves, criticalPath, neverStart }: DryRun,
  terminal: Terminal,
): string[] {
  const { paint } = terminal
  const steps = waves.reduce((sum, wave) => sum + wave.length, 0)
  const lines = [paint.out('place', `${visible(name)}: ${counted(steps, 'step')} to do, ${jobs} at the same time`)]
  let left = mostSteps
  for (const [at, wave] of waves.entries()) {
    const shown = wave.slice(0, left)
    left -= shown.length
    if (shown.length > 0) lines.push(paint.out('label', `Wave ${at + 1}`))
    for (const step of shown) lines.push(...stepLines(step, actions.get(step.id), terminal))
  }
  if (steps > mostSteps) lines.push(`… and ${counted(steps - mostSteps, 'more step')}: with --json all of them`)
  if (criticalPath.length > 0) lines.push(`The longest chain: ${listed(criticalPath, 20)}`)
  if (neverStart.length > 0) lines.push(paint.out('error', `Can never start: ${listed(neverStart)}`))
  return lines
}

const mostSteps = 300
const mostOfFile = 3

function stepLines(step: DryStep, own: StepActions | undefined, { paint, width }: Terminal): string[] {
  const { id, status, agent, verify, files, asks, notBeside } = step
  const cut = (text: string): string => clipped(text, Math.max(width - 1, 40))
  const state = status === 'pending' ? '' : `, ${stepWords[status]} so far`
  return [
    cut(`  ${id}: ${own === undefined ? (agent ?? 'no agent') : 'as it is written'}${state}`),
    ...(asks === undefined ? [] : [`    asks: ${asks}`]),
    ...(own === undefined ? [] : actionLines(own, { paint: paint.out, most: mostOfFile }).map((line) => `    ${line}`)),
    // What would be run on this machine is shown whole.
    ...verify.map((command) => `    verify: ${visible(command)}`),
    ...(files.length > 0 && own === undefined
      ? [cut(`    files: ${files.slice(0, 20).join(', ')}${files.length > 20 ? ' …' : ''}`)]
      : []),
    ...(notBeside.length > 0 ? [`    not beside: ${listed(notBeside, 5)}`] : []),
  ]
}

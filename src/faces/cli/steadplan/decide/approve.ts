import { fault } from '../../../../plan/diagnostics/fault.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { approve, refuseApproval } from '../../../../review/decide.ts'
import { risksOf } from '../../../../review/policy.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { StepActions } from '../../../../store/plans/step-actions.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject, reviewChosen, reviewContext } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import type { ApproveOptions } from '../decide.ts'
import { tellBeside, tellDecided } from './decided.ts'
import { sinceLines } from './since.ts'
import { listed, shortHash, visibleLines } from './words.ts'

export async function approvePlan(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  options: ApproveOptions,
): Promise<number> {
  const project = await openProject(context, 'steadplan approve')
  tellBeside(terminal, project, options)
  const shown = await reviewChosen(project, word)
  const deciding = reviewContext(project, context, terminal)
  refuseOtherHash(shown, options.hash)
  refuseApproval(deciding.caller, project.policy, shown)
  // Whom the policy lets approve without a person has nobody to be asked.
  if (!options.yes && deciding.caller.channel === 'terminal') {
    const text = `${summary(terminal, shown).join('\n')}\n`
    if (options.json) terminal.err(text)
    else terminal.out(text)
    const answer = await context.ask('Approve this? [y/N] ')
    if (!/^y(?:es)?$/i.test(answer.trim())) {
      terminal.err('Not approved; nothing was recorded\n')
      return exitCodes.faults
    }
  }
  const { status, version, hash } = await approve(deciding, shown, project.policy)
  return tellDecided(terminal, project, { plan: shown.found.name, status, version, hash }, options)
}

/** Whoever looked at the plan elsewhere says yes to that and not to what it is now. */
function refuseOtherHash({ digest, found }: ReviewedPlan, prefix: string | undefined): void {
  if (prefix === undefined) return
  if (/^[0-9a-f]{7,64}$/i.test(prefix) && digest.hash.startsWith(prefix.toLowerCase())) return
  throw fault('E_CHANGED_SINCE_SHOWN', `the plan "${found.name}" does not have this hash`, {
    actual: shortHash(digest.hash),
    expected: prefix,
    hint: 'Look at the plan again; a hash is given by at least its first 7 characters.',
  })
}

/** What a yes would allow, short; every command that would run is there in full. */
function summary({ paint }: Terminal, shown: ReviewedPlan): string[] {
  const { plan } = shown.reading
  const commands = plan.steps.flatMap(({ id, verify = [] }) =>
    [...commandsIn(shown.actions.get(id)), ...verify].map((command) => ({ id, command })),
  )
  const files = [...new Set(plan.steps.flatMap((step) => step.files ?? []))]
  return [
    paint.out('place', visible(plan.title)),
    `${visible(shown.found.name)}: ${counted(plan.steps.length, 'step')}, hash ${shortHash(shown.digest.hash)}`,
    ...sinceLines(shown),
    ...(commands.length > 0 ? ['Commands that would be run:'] : []),
    ...commands.flatMap(({ id, command }) =>
      visibleLines(command).map((line, at) => `  ${at === 0 ? `${visible(id)}: ` : '    '}${line}`),
    ),
    ...(files.length > 0 ? [`Files: ${listed(files, 20)}`] : []),
    ...risksOf(plan, shown.actions).map((risk) => paint.out('warning', `Risk: ${visible(risk)}`)),
  ]
}

/** With where they run, and what is set for them. */
function commandsIn(own: StepActions | undefined): string[] {
  return (own?.actions ?? []).flatMap((action) => {
    if (action.kind !== 'EXECUTE') return []
    const { cwd, env, command } = action
    const around = [...(cwd ? [`in ${cwd.value}`] : []), ...env.map(({ name, value }) => `${name}=${value}`)]
    return [around.length === 0 ? command.value : `${command.value}\n(${around.join(', ')})`]
  })
}

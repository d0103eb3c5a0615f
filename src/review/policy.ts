import type { Action } from '../dialects/teddy/plan.ts'
import { type Fault, fault } from '../plan/diagnostics/fault.ts'
import type { Channel } from '../plan/records.ts'
import type { Plan, Step } from '../plan/types.ts'
import type { ApprovalPolicy } from '../store/config/settings.ts'
import { isProtected } from '../store/paths/protected.ts'
import type { ActionsByStep, StepActions } from '../store/plans/step-actions.ts'

/** Who decides, and by which way the decision comes in. */
export interface Caller {
  readonly by: string
  /** `terminal`: a person who was asked; `command`: a program; `agent`: a program that says it is an agent. */
  readonly channel: Channel
}

/** Why this caller may not say yes to this plan; undefined when it may. */
export function refusalOf(
  caller: Caller,
  policy: ApprovalPolicy,
  plan: Pick<Plan, 'steps'>,
  actions: ActionsByStep,
): Fault | undefined {
  if (caller.channel === 'terminal' || policy === 'auto') return undefined
  const risks =
    policy === 'risky' ? risksOf(plan, actions) : ['by the policy of this project a person approves every plan']
  if (risks.length === 0) return undefined
  return fault('E_NEEDS_PERSON', `a person has to approve this plan: ${risks.join('; ')}`, {
    actual: caller.channel,
    expected: 'terminal',
  })
}

/** What a plan has that can do harm before anybody looks at it. That files change is what every plan is for. */
export function risksOf({ steps }: Pick<Plan, 'steps'>, actions: ActionsByStep): string[] {
  const runs = steps.filter(({ id }) => runsCommands(actions.get(id))).length
  const fetches = steps.filter(({ id }) => asksTheWeb(actions.get(id))).length
  const commands = steps.filter((step) => (step.verify?.length ?? 0) > 0).length
  const asks = steps.filter((step) => step.approval === 'user').length
  const guarded = [...new Set(steps.flatMap(guardedFiles))]
  return [
    ...(runs > 0 ? [`${counted(runs, 'step')} made of commands that are run on this machine`] : []),
    ...(fetches > 0 ? [`${counted(fetches, 'step')} that ${fetches === 1 ? 'asks' : 'ask'} the web`] : []),
    ...(commands > 0 ? [`${counted(commands, 'step')} to be verified by commands`] : []),
    ...(asks > 0 ? [`${counted(asks, 'step')} with a yes of ${asks === 1 ? 'its' : 'their'} own`] : []),
    ...(guarded.length > 0 ? [`protected files (${listed(guarded)})`] : []),
  ]
}

/** The same for one step, by which its reader already sees what it runs. */
export function stepRisks(step: Step, own: StepActions | undefined): string[] {
  const guarded = own === undefined ? guardedFiles(step) : []
  const consents = own?.consents ?? []
  return [
    ...(step.verify?.length || runsCommands(own) ? ['its commands are run on this machine'] : []),
    ...(asksTheWeb(own) ? ['it asks the web'] : []),
    ...(step.approval === 'user' ? ['it waits for a yes of its own'] : []),
    ...(guarded.length > 0 ? [`it touches protected files (${listed(guarded)})`] : []),
    ...consents.map(({ what, why }) => `${what}: ${why}`),
  ]
}

function runsCommands(own: StepActions | undefined): boolean {
  return own?.actions.some(({ kind }) => kind === 'EXECUTE') === true
}

function asksTheWeb(own: StepActions | undefined): boolean {
  const isAsking = (action: Action) =>
    action.kind === 'RESEARCH' || (action.kind === 'READ' && action.resource.kind === 'url')
  return own?.actions.some(isAsking) === true
}

function guardedFiles({ files = [] }: Step): string[] {
  return files.filter((file) => isProtected(file))
}

function listed(files: readonly string[]): string {
  const more = files.length - mostFiles
  return files.slice(0, mostFiles).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const mostFiles = 5

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

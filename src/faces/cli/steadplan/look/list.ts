import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { isMet } from '../../../../plan/step-status.ts'
import { pathOf } from '../../../../store/plans/found-plan.ts'
import { clipped } from '../../clipped.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject } from '../../project.ts'
import { table } from '../../table.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellDiagnostics } from '../config/show.ts'
import type { ListOptions } from '../look.ts'
import { type LookedPlan, lookAtAll } from './looked-plan.ts'
import { needOf } from './need.ts'

export async function listPlans(terminal: Terminal, context: ConfigContext, options: ListOptions): Promise<number> {
  const project = await openProject(context, 'steadplan list')
  const all = await lookAtAll(project, { withPast: options.all || options.status !== undefined })
  const plans = all.filter((plan) => isWanted(plan, options))
  if (options.json) {
    const answer = { plans: plans.map(entry), diagnostics: toJson(project.diagnostics) }
    terminal.out(`${jsonText(answer, 2)}\n`)
    return exitCodes.ok
  }
  tellDiagnostics(terminal, project.diagnostics, project.config.source)
  const count = project.plans.length + project.past.length
  if (plans.length > 0) terminal.out(`${text(plans, terminal)}\n`)
  else if (count > 0) terminal.out(`${emptyText(count, options)}\n`)
  else terminal.out('There is no plan here yet: steadplan new "<title>"\n')
  return exitCodes.ok
}

/** What could not be read is always shown: nobody knows that it has ended. */
function isWanted({ plan }: LookedPlan, { all = false, status }: ListOptions): boolean {
  if (plan === undefined) return true
  if (status !== undefined) return plan.state.status === status
  return all || (plan.state.status !== 'completed' && plan.state.status !== 'cancelled')
}

function emptyText(count: number, { status }: ListOptions): string {
  const plans = count === 1 ? 'The one plan has' : `All ${count} plans have`
  return status === undefined ? `${plans} ended: steadplan list --all` : `No plan is ${status}`
}

const mostShown = 200

function text(plans: readonly LookedPlan[], { width, paint }: Terminal): string {
  const rows = plans.slice(0, mostShown).map(row)
  const more = plans.length - rows.length
  const [head, ...lines] = table([header, ...rows], width).split('\n')
  const end = more > 0 ? [`… and ${more} more: steadplan list --json`] : []
  return [paint.out('label', head!), ...lines, ...end].join('\n')
}

const header = ['NAME', 'STATUS', 'STEPS', 'NOW', 'TITLE']

function row(looked: LookedPlan): string[] {
  const { found, plan } = looked
  const { text } = needOf(looked)
  const name = clipped(found.name, mostOfName)
  if (plan === undefined) return [name, '?', '?', clipped(text, mostOfTitle)]
  const { done, total } = counts(looked)
  const title = clipped(plan.reading.plan.title, mostOfTitle)
  return [name, plan.state.status, `${done}/${total}`, clipped(text, mostOfNeed), title]
}

const mostOfName = 48
const mostOfNeed = 40
const mostOfTitle = 500

function counts({ plan }: LookedPlan): { done: number; total: number } {
  const steps = plan?.reading.plan.steps ?? []
  return { done: steps.filter((step) => isMet(plan!.statusOf(step.id))).length, total: steps.length }
}

function entry(looked: LookedPlan): unknown {
  const { found, plan, unreadable } = looked
  const { need, text } = needOf(looked)
  const place = {
    name: found.name,
    key: found.files.key,
    directory: found.files.base,
    path: pathOf(found),
    dialect: found.dialect,
  }
  if (plan === undefined) return { ...place, needs: need, because: text, diagnostics: toJson(unreadable) }
  const of = (severity: string) => plan.diagnostics.filter((one) => one.severity === severity).length
  return {
    ...place,
    title: plan.reading.plan.title,
    status: plan.state.status,
    steps: counts(looked),
    needs: need,
    because: text,
    approval: plan.standing.is,
    errors: of('error'),
    warnings: of('warning'),
  }
}

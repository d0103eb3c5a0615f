import type { Style } from '../../../../../plan/diagnostics/terminal.ts'
import type { StepDiff, StepField } from '../../../../../plan/diff/plan-diff.ts'
import type { Plan, StepId } from '../../../../../plan/types.ts'
import { clipped } from '../../../clipped.ts'
import { counted } from '../../../counted.ts'
import type { ComparedPlan } from '../diff.ts'

type Paint = (style: Style, text: string) => string

/** What changed for whoever carries the plan out. */
export function meaningLines({ before, after, meaning }: ComparedPlan, paint: Paint, width: number): string[] {
  const { title, narrativeChanged, added, removed, changed } = meaning
  const room = Math.max(width - 4, 40)
  const step = (plan: Plan, id: StepId) => clipped(`${id}  ${titleOf(plan, id)}`, room)
  return [
    ...(title ? [clipped(`title: "${clipped(title.from, room)}" → "${clipped(title.to, room)}"`, 3 * room)] : []),
    ...(narrativeChanged ? ['the text of the plan changed'] : []),
    ...some(added, (id) => `${paint('info', '+')} ${step(after, id)}`),
    ...some(removed, (id) => `${paint('error', '-')} ${step(before, id)}`),
    ...some(changed, (one) => `${paint('warning', '~')} ${clipped(`${one.id}  ${changeText(one)}`, 2 * room)}`),
  ]
}

function titleOf({ steps }: Plan, id: StepId): string {
  const title = steps.find((step) => step.id === id)?.title ?? ''
  return title === id ? '' : title
}

function changeText({ fields, dependencies }: StepDiff): string {
  return fields.map((field) => (field === 'dependsOn' ? dependencyText(dependencies) : words[field])).join(', ')
}

function dependencyText({ added, removed }: StepDiff['dependencies']): string {
  const changes = [...added.map((id) => `+${id}`), ...removed.map((id) => `−${id}`)]
  return changes.length === 0 ? 'order of dependencies' : `dependencies (${changes.join(' ')})`
}

const words: Readonly<Record<Exclude<StepField, 'dependsOn'>, string>> = {
  title: 'title',
  text: 'text',
  agent: 'agent',
  subtasks: 'subtasks',
  verify: 'verify commands',
  files: 'files',
  priority: 'priority',
  timeoutMs: 'timeout',
  approval: 'yes of its own',
  tags: 'tags',
}

const mostNamed = 100

function some<One>(all: readonly One[], line: (one: One) => string): string[] {
  const more = all.length - mostNamed
  const lines = all.slice(0, mostNamed).map(line)
  return more > 0 ? [...lines, `  … and ${counted(more, 'more step')}`] : lines
}

import { visible } from '../../../../plan/diagnostics/visible.ts'
import { stepWords } from '../../../../plan/step-status.ts'
import type { Step } from '../../../../plan/types.ts'
import { stepRisks } from '../../../../review/policy.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { Terminal } from '../../terminal.ts'
import { actionLines } from './action-lines.ts'
import { visibleLines } from './words.ts'

/** One step in full: whoever says yes has seen every character of it. */
export function stepLines({ paint }: Terminal, shown: ReviewedPlan, step: Step): string[] {
  const { standing, statusOf, actions, list: isList } = shown
  const label = (name: string) => paint.out('label', `${name}:`.padEnd(labelWidth))
  const list = (name: string, items: readonly string[] | undefined) =>
    (items ?? []).flatMap((item, index) =>
      visibleLines(item).map((line, at) => `${index + at === 0 ? label(name) : ' '.repeat(labelWidth)}${line}`),
    )
  const status = statusOf(step.id)
  return [
    ...bodyLines(paint.out, shown, step),
    '',
    ...list('subtasks', step.subtasks),
    // In a list of actions each comes after the one before it, and says first which file it is about.
    ...(isList ? [] : list('after', step.dependsOn)),
    ...(isList ? [] : list('files', step.files)),
    ...list('verify', step.verify),
    ...list('agent', step.agent === undefined ? [] : [step.agent]),
    ...list('priority', step.priority === undefined ? [] : [String(step.priority)]),
    ...list('timeout', step.timeoutMs === undefined || isList ? [] : [`${step.timeoutMs / 1000} s`]),
    ...list('tags', step.tags),
    ...list('status', status === 'pending' ? [] : [stepWords[status]]),
    ...list('since', sinceWords(standing, step.id)),
    ...stepRisks(step, actions.get(step.id)).map((risk) => paint.out('warning', `risk:     ${visible(risk)}`)),
  ]
}

const labelWidth = 10

/** A step that is written as an action is shown as what it does; words that hold actions are shown as well. */
function bodyLines(paint: Terminal['paint']['out'], { actions, list }: ReviewedPlan, step: Step): string[] {
  const own = actions.get(step.id)
  const does = own === undefined ? [] : actionLines(own, { paint })
  if (list !== undefined && own !== undefined) return does
  return [
    ...(isFirstLine(step) || step.title === step.id ? [] : [paint('place', visible(step.title)), '']),
    ...visibleLines(step.text),
    ...(does.length === 0 ? [] : ['', 'What it does:', ...does]),
  ]
}

/** A step without a title of its own goes by how its text begins. */
function isFirstLine({ title, text }: Step): boolean {
  return text.slice(0, text.indexOf(title) + title.length).split('\n').length === 1 && text.includes(title)
}

function sinceWords({ is, covers, added }: ReviewedPlan['standing'], id: string): string[] {
  if (is !== 'partial') return []
  if (covers(id)) return ['unchanged since the last yes']
  return [added.includes(id) ? 'new since the last yes' : 'has no yes as it is now']
}

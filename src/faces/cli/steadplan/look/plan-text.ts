import type { Style } from '../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { displayWidth } from '../../../../plan/diagnostics/width.ts'
import { firstOfEachId } from '../../../../plan/graph/graph.ts'
import { isMet } from '../../../../plan/step-status.ts'
import type { Step } from '../../../../plan/types.ts'
import { pathOf } from '../../../../store/plans/found-plan.ts'
import { clipped } from '../../clipped.ts'
import { counted } from '../../counted.ts'
import { momentText } from '../../moment.ts'
import type { Terminal } from '../../terminal.ts'
import { actionLines } from '../decide/action-lines.ts'
import { besideLines } from '../decide/beside-lines.ts'
import { approvalLines } from './approval-lines.ts'
import { consentTexts } from './consent-texts.ts'
import { groupsOf } from './groups.ts'
import { proseLines } from './prose.ts'
import type { ShownPlan } from './show.ts'
import { stepMark } from './step-mark.ts'

type Paint = (style: Style, text: string) => string

/** A plan as a person wants to see it, line by line. */
export function planText(shown: ShownPlan, { paint, width }: Terminal): string[] {
  const { plan } = shown
  const { title, narrative } = plan.reading.plan
  const parts = [
    [paint.out('place', clipped(title, width * 3)), ...standLines(shown, paint.out)],
    faultLines(shown, paint.out),
    feedbackLines(shown, paint.out),
    narrative.trim() === '' ? [] : proseLines(narrative),
    besideLines(plan).slice(1),
    stepsLines(shown, paint.out, width),
  ]
  return parts.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
}

function standLines({ plan, kept, version }: ShownPlan, paint: Paint): string[] {
  const { found, state } = plan
  const revision = state.revision === 0 ? '' : `, planned anew ${counted(state.revision, 'time')}`
  return [
    `${visible(pathOf(found))}  ${paint('info', state.status)}${revision}  ${versionText(plan, kept, version)}`,
    ...approvalLines(plan, paint),
  ]
}

function versionText({ content }: ShownPlan['plan'], kept: ShownPlan['kept'], version: number | undefined): string {
  const last = kept.versions.at(-1)
  if (version !== undefined) {
    const of = kept.versions.find((one) => one.version === version)!
    return `version ${version} of ${last!.version}, by ${visible(of.by)} on ${momentText(of.at)}`
  }
  const number = kept.numberOf(content)
  if (number !== undefined) return `version ${number}`
  return last === undefined ? 'no version kept yet' : `changed since version ${last.version}`
}

function faultLines({ plan }: ShownPlan, paint: Paint): string[] {
  const errors = plan.diagnostics.filter((one) => one.severity === 'error').length
  const warnings = plan.diagnostics.filter((one) => one.severity === 'warning').length
  const counts = [
    ...(errors > 0 ? [counted(errors, 'fault')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ]
  if (counts.length === 0) return []
  return [paint(errors > 0 ? 'error' : 'warning', `${counts.join(', ')}: steadplan check ${visible(plan.found.name)}`)]
}

function feedbackLines({ plan, comments }: ShownPlan, paint: Paint): string[] {
  const { feedback } = plan.state
  const notes = comments.slice(-mostComments).flatMap(({ by, at, step, text }) => {
    const where = step === undefined ? '' : ` on ${visible(step)}`
    return [`${visible(by)}${where}, ${momentText(at)}:`, ...proseLines(text, { indent: '  ', most: mostOfComment })]
  })
  if (feedback === undefined) return notes
  return [
    paint('warning', `rejected by ${visible(feedback.by)} on ${momentText(feedback.at)}:`),
    ...proseLines(feedback.text, { indent: '  ', most: mostOfComment }),
    ...notes,
  ]
}

const mostComments = 20
const mostOfComment = 40

function stepsLines({ plan, waves }: ShownPlan, paint: Paint, width: number): string[] {
  const { steps } = plan.reading.plan
  const stepOf = firstOfEachId(steps)
  const done = steps.filter((step) => isMet(plan.statusOf(step.id))).length
  const lines = [`${done} of ${counted(steps.length, 'step')} done`]
  let left = mostSteps
  for (const { heading, ids } of groupsOf(waves)) {
    const shown = ids.slice(0, left)
    left -= shown.length
    // In a list each waits for the one before it.
    if (shown.length > 0 && plan.list === undefined) lines.push(paint('label', heading))
    for (const id of shown) lines.push(...stepLines(plan, stepOf.get(id)!, paint, width))
  }
  const more = stepOf.size - (mostSteps - left)
  if (more > 0) lines.push(`… and ${counted(more, 'more step')}: steadplan show ${visible(plan.found.name)} --json`)
  return lines
}

const mostSteps = 200

//     ○ waiting      write-form  Write the form
//         after set-up; by codex
//         files  src/form.ts
//         verify npm test
function stepLines(plan: ShownPlan['plan'], step: Step, paint: Paint, width: number): string[] {
  const { statusOf, standing } = plan
  const mark = stepMark(statusOf(step.id), paint, { isFilled: true })
  const isLost = standing.is === 'partial' && !standing.covers(step.id)
  const note = isLost ? `  ${paint('warning', 'without a yes')}` : ''
  const id = clipped(step.id, 60)
  const room = width - displayWidth(`  ○ interrupted  ${id}  `) - (isLost ? 15 : 0)
  const title = step.title === step.id ? '' : `  ${clipped(step.title, Math.max(room, 20))}`
  const own = plan.actions.get(step.id)
  const facts = [
    ...(step.dependsOn.length > 0 && plan.list === undefined ? [`after ${step.dependsOn.join(', ')}`] : []),
    ...(step.agent === undefined ? [] : [`by ${step.agent}`]),
    ...(step.approval === undefined || own?.consents.length ? [] : ['asks for a yes of its own']),
  ]
  const list = (label: string, items: readonly string[] = []) =>
    items.map((item) => `      ${paint('label', label)} ${visible(item)}`)
  const does = own === undefined ? [] : actionLines(own, { paint, most: mostOfFile })
  return [
    `  ${mark}  ${paint('place', id)}${title}${note}`,
    ...(facts.length === 0 ? [] : [`      ${clipped(facts.join('; '), Math.max(width - 6, 20))}`]),
    ...consentTexts(own).map((text) => `      ${paint('warning', visible(text))}`),
    ...(step.files === undefined || own !== undefined
      ? []
      : [`      ${paint('label', 'files')}  ${clipped(step.files.join(', '), width * 2)}`]),
    // A command that is going to be run is never cut.
    ...list('verify', step.verify),
    // The title of an action says what its first line would.
    ...(plan.list === undefined ? does : does.slice(1)).map((line) => `      ${line}`.trimEnd()),
  ]
}

const mostOfFile = 12

import type { Style } from '../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { Channel } from '../../../../plan/records.ts'
import type { Approval } from '../../../../plan/state.ts'
import type { StepId } from '../../../../plan/types.ts'
import type { ReviewedPlan } from '../../../../review/reviewed-plan.ts'
import type { Standing } from '../../../../review/standing.ts'
import { counted } from '../../counted.ts'
import { momentText } from '../../moment.ts'

type Paint = (style: Style, text: string) => string

/** Who said yes to what, and what an edit has taken the yes from since. */
export function approvalLines({ standing, found }: ReviewedPlan, paint: Paint): string[] {
  const { approval } = standing
  if (approval === undefined) return []
  const given = approvalText(approval)
  if (standing.is === 'whole') return [given]
  if (standing.is === 'foreign') {
    return [
      paint('warning', 'not approved here: the log holds a yes that was not given by you on this machine'),
      `  (${given}; it may have come with the repository and does not count: E_APPROVAL_FOREIGN)`,
    ]
  }
  return [given, ...losses(standing).map((line) => paint('warning', `  ${line}`)), `  ${nextText(found.name)}`]
}

/** `approved by ann on 2026-11-16 09:12 at a terminal, version 3` */
export function approvalText({ by, at, channel, version }: Approval): string {
  return `approved by ${visible(by)} on ${momentText(at)} ${channelText(channel)}, version ${version}`
}

function channelText(channel: Channel): string {
  const texts: Readonly<Record<Channel, string>> = {
    terminal: 'at a terminal',
    command: 'by a command',
    agent: 'by an agent',
  }
  return Object.hasOwn(texts, channel) ? texts[channel] : `by ${visible(channel)}`
}

/** What a yes that covers only a part does not cover any more, and why. */
export function losses({ planChanged, changed, added, removed }: Standing): string[] {
  if (!planChanged && changed.length + added.length + removed.length === 0)
    return ['The order of the steps changed since.']
  return [
    ...(planChanged ? ['The text of the plan changed since, so no step has its yes any more.'] : []),
    ...(changed.length > 0
      ? [`${counted(changed.length, 'step')} changed since and lost the yes: ${some(changed)}`]
      : []),
    ...(added.length > 0 ? [`${counted(added.length, 'step')} added since, without a yes: ${some(added)}`] : []),
    ...(removed.length > 0 ? [`${counted(removed.length, 'step')} removed since: ${some(removed)}`] : []),
  ]
}

function nextText(name: string): string {
  return `See what changed: steadplan diff ${visible(name)}. Say yes to it: steadplan review ${visible(name)}`
}

const mostNamed = 20

function some(ids: readonly StepId[]): string {
  const more = ids.length - mostNamed
  return visible(ids.slice(0, mostNamed).join(', ')) + (more > 0 ? ` and ${more} more` : '')
}

import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { PruneAction, ReadAction, Resource } from '../../dialects/teddy/plan.ts'
import type { Severity } from '../../plan/diagnostics/diagnostic.ts'
import { checkAddress } from './address.ts'
import type { CheckState } from './state.ts'
import { refuse } from './target.ts'

/** What is named to be used and not to be changed. */

export function checkRead(state: CheckState, { resource }: ReadAction): void {
  checkThere(state, resource)
  state.context?.add(contextName(resource.target))
}

export function checkHandoff(state: CheckState, handoff: readonly Resource[]): void {
  for (const resource of handoff) checkThere(state, resource)
}

/** What is taken out of the context need not be there any more. */
export function checkPrune(state: CheckState, { resource }: PruneAction): void {
  const { findings, project, context } = state
  if (resource.target === '') return
  if (resource.kind === 'url') checkAddress(state, resource)
  else {
    const found = project.found(resource.target)
    if (found.is === 'refused' && found.code === 'E_OUTSIDE') {
      refuse(state, found, resource, `\`${excerpt(resource.target)}\` is not of this project`)
      return
    }
  }
  if (context === undefined || context.delete(contextName(resource.target))) return
  findings.add('E_TEDDY_CONTEXT', `\`${excerpt(resource.target)}\` is not in the context.`, resource)
}

function checkThere(state: CheckState, resource: Resource): void {
  const { target, kind } = resource
  // Where there is no target, the reader of the plan has said so.
  if (target === '') return
  if (kind === 'url') {
    checkAddress(state, resource)
    return
  }
  const standing = state.project.standing(target)
  if (standing.is === 'refused') {
    refuse(state, standing, resource, `\`${excerpt(target)}\` cannot be read`)
  } else if (standing.is === 'nothing' || standing.is === 'below') {
    state.findings.add('E_TEDDY_MISSING', `\`${excerpt(target)}\` is not there.`, resource, missing(state))
  }
}

/** A command above may make it, and nobody can say before it has run. */
export function missing({ isAfterCommand }: CheckState): { severity?: Severity; hint?: string } {
  return isAfterCommand ? { severity: 'warning', hint: 'The action fails unless a command above it makes this.' } : {}
}

/** `/docs/a.md`, `./docs/a.md` and `docs/a.md` are one. */
export function contextName(target: string): string {
  return target.replace(/^(?:\.?\/)+/, '')
}

import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { CreateAction } from '../../dialects/teddy/plan.ts'
import type { Code } from '../../plan/diagnostics/codes.ts'
import type { Found } from './facts.ts'
import { type CheckState, fileChange } from './state.ts'
import { type Target, targetOf } from './target.ts'

export function checkCreate(state: CheckState, action: CreateAction): void {
  const { findings, project, changes } = state
  const { path, overwrite, content, position } = action
  const name = `\`${excerpt(path.value)}\``
  const target = targetOf(state, action)
  if (target === undefined) return
  if (canHold(target) && (target.is === 'nothing' || overwrite)) {
    if (target.is === 'text') findings.add('E_TEDDY_EXISTS', `All that stands in ${name} is replaced.`, path, isMeant)
    changes.set(position, fileChange(path.value, target.real, project.created(target, content.value)))
    return
  }
  const [code, why, hint] = refusalOf(target, overwrite)
  findings.add(code, `${name} ${why}.`, path, hint === undefined ? {} : { hint })
  project.lose(target.real)
}

const isMeant = { severity: 'warning', hint: 'If only some of it is to change, use EDIT.' } as const

function canHold(target: Target): target is Extract<Found, { is: 'nothing' | 'text' }> {
  return target.is === 'nothing' || target.is === 'text'
}

function refusalOf(target: Target, overwrite: boolean): [code: Code, why: string, hint?: string] {
  if (target.is === 'directory') return ['E_TEDDY_EXISTS', 'is a directory', 'Name a file in it.']
  if (target.is === 'below') {
    return ['E_TEDDY_EXISTS', 'would lie below a file that an action above makes', 'Choose another path.']
  }
  if (target.is !== 'bytes' || !overwrite) return ['E_TEDDY_EXISTS', 'is there already']
  const hint = 'Remove it with a program, in a plan before this one.'
  return ['E_TEDDY_NOT_TEXT', `could not be put back as it is: ${target.why}`, hint]
}

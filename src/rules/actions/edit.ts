import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { EditAction } from '../../dialects/teddy/plan.ts'
import { checkPairs } from './check-pairs.ts'
import { type CheckState, fileChange } from './state.ts'
import { type Target, targetOf } from './target.ts'

export function checkEdit(state: CheckState, action: EditAction): void {
  const { findings, project, changes } = state
  const { path, edits, position } = action
  const target = targetOf(state, action)
  if (target === undefined) return
  if (target.is !== 'text') {
    const [code, why, hint] = refusalOf(target)
    findings.add(code, `\`${excerpt(path.value)}\` ${why}.`, path, hint === undefined ? {} : { hint })
    project.lose(target.real)
  } else if (checkPairs(state, action, project.running(target)) && edits.length > 0) {
    changes.set(position, fileChange(path.value, target.real, project.edited(target.real, action)))
  } else {
    project.lose(target.real)
  }
}

type Refused = Exclude<Target, { is: 'text' }>

function refusalOf(target: Refused): ['E_TEDDY_MISSING' | 'E_NOT_A_FILE' | 'E_TEDDY_NOT_TEXT', string, hint?: string] {
  switch (target.is) {
    case 'nothing':
    case 'below':
      return ['E_TEDDY_MISSING', 'is not there, so that it cannot be edited']
    case 'directory':
      return ['E_NOT_A_FILE', 'is a directory', 'Name a file in it.']
    case 'file':
      return ['E_TEDDY_NOT_TEXT', 'cannot be edited: nobody has looked into it']
    case 'bytes':
      return ['E_TEDDY_NOT_TEXT', `cannot be edited: ${target.why}`]
  }
}

import { excerpt } from '../../dialects/shared/excerpt.ts'
import type { Span } from '../../dialects/shared/tree.ts'
import type { CreateAction, EditAction } from '../../dialects/teddy/plan.ts'
import { ownState, type RefusalCode } from './facts.ts'
import type { Standing } from './project.ts'
import type { CheckState } from './state.ts'

export type Target = Exclude<Standing, { is: 'refused' | 'unknown' }>

/** What stands at the path of an action that changes a file; undefined when it may not, or when that was said before. */
export function targetOf(state: CheckState, { path, position }: CreateAction | EditAction): Target | undefined {
  // Where the path is missing, the reader of the plan has said so.
  if (path.value === '') return undefined
  const standing = state.project.standing(path.value)
  if (standing.is === 'unknown') return undefined
  if (standing.is === 'refused') {
    refuse(state, standing, path, `\`${excerpt(path.value)}\` cannot be changed`)
    return undefined
  }
  if (path.value.endsWith('/')) {
    state.findings.add('E_NOT_A_FILE', `\`${excerpt(path.value)}\` names a directory.`, path, {
      hint: 'Name a file in it.',
    })
    return undefined
  }
  const { protection } = standing.is === 'below' ? {} : standing
  if (protection?.path === ownState) {
    const message = `\`${excerpt(path.value)}\` is part of what we keep of plans; no plan may change it.`
    state.findings.add('E_PROTECTED', message, path, { hint: 'Choose another path.' })
    return undefined
  }
  if (protection !== undefined) {
    const why = `${protection.path} is protected: ${protection.why}`
    state.consents.push({ position, what: path.value, why })
  }
  return standing
}

/** Says why something cannot be used that lies outside of the project, or is no file. */
export function refuse({ findings }: CheckState, { code, why }: Refused, at: Span, what: string): void {
  const hint = hints.get(code)
  findings.add(code, `${what}: ${why}.`, at, hint === undefined ? {} : { hint })
}

type Refused = Extract<Standing, { is: 'refused' }>

const hints: ReadonlyMap<RefusalCode, string> = new Map([
  ['E_NOT_A_FILE', 'Choose another path.'],
  ['E_DISK', 'Look who may read it.'],
])

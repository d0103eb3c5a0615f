import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { OpenedPlan } from '../../../../store/plans/open-plan.ts'

/** What a list of actions says beside its actions: by whom it is, and what is to be remembered or forgotten. */
export function besideLines({ list }: Pick<OpenedPlan, 'list'>): string[] {
  if (list === undefined) return []
  const header = list.header.map(({ name, value }) => `${visible(name)}: ${visible(value)}`)
  const memos = list.memos.map(({ change, text, comment }) => {
    const why = comment === undefined ? '' : ` (${visible(comment)})`
    return `${change === 'add' ? 'Remember' : 'Forget'}: ${visible(text)}${why}`
  })
  return [...(header.length > 0 ? ['', ...header] : []), ...(memos.length > 0 ? ['', ...memos] : [])]
}

import type { TeddyPlan } from '../../../../dialects/teddy/plan.ts'
import type { StepActions } from '../../../../store/plans/step-actions.ts'

/** What a step does by itself, for programs: the actions without their places in the text. */
export function actionsJson(own: StepActions | undefined): object {
  if (own === undefined) return {}
  const actions = own.actions.map((action) => {
    const change = own.changes.get(action.position)
    return {
      ...(withoutPlaces(action) as object),
      ...(change && { before: change.before ?? null, after: change.after }),
    }
  })
  return { actions, ...(own.consents.length > 0 && { consents: own.consents }) }
}

export function memosJson({ memos }: TeddyPlan): unknown {
  return withoutPlaces(memos)
}

/** A value that is nothing but its place and its text becomes the text. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !places.has(name))
  const [first, ...others] = fields
  if (first?.[0] === 'value' && others.length === 0) return first[1]
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutPlaces(field)]))
}

const places = new Set(['start', 'end', 'heading'])

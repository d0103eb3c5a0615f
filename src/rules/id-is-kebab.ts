import { type Diagnostic, diagnostic, type Fix, type TextEdit } from '../plan/diagnostics/diagnostic.ts'
import { foldedId } from '../plan/graph/folded-id.ts'
import { isKebab, kebabOf } from '../plan/kebab.ts'
import type { Plan, Step, StepId } from '../plan/types.ts'
import { at } from './place.ts'

/** Ids are written by people in one dialect only; elsewhere we make them ourselves. */
export function idIsKebab({ dialect, steps }: Plan): Diagnostic[] {
  if (dialect !== 'agentflow') return []
  const bad = steps.filter(({ id }) => !isGood(id))
  if (bad.length === 0) return []
  const rename = renames(steps)
  return bad.map((step) => {
    const fix = rename(step)
    const expected = inForm(step.id)
    const actual = step.id.length > longest ? `${step.id.slice(0, longest)}…` : step.id
    return diagnostic('E_ID_FORM', `The id "${actual}" ${reason(step.id)}.`, {
      ...at(step.place?.file, step.place?.id),
      actual,
      ...(expected !== '' && { expected }),
      ...(fix && { fix }),
    })
  })
}

/** Letters that look like ours are told by their number. */
function reason(id: StepId): string {
  if (id.length > longest) return `has ${id.length} characters; ${longest} are allowed`
  const strange = /[^\0-\x7f]/u.exec(id)?.[0]
  if (strange === undefined) return 'is not of the form that ids have'
  const point = strange.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return `holds <U+${point}>, which is no letter from a to z`
}

/** Empty where letters would be lost on the way: then it would be another word. */
function inForm(id: StepId): string {
  const text = id.slice(0, longest)
  return /^[\p{Script=Latin}\p{Script=Common}\p{M}]*$/u.test(text) ? kebabOf(text) : ''
}

const longest = 128

function isGood(id: StepId): boolean {
  return id.length <= longest && isKebab(id)
}

/** Renames a step wherever it is named; undefined where the new name is taken, or a place of the old one not known. */
function renames(steps: readonly Step[]): (step: Step) => Fix | undefined {
  const taken = new Map<string, number>()
  for (const { id } of steps) taken.set(foldedId(id), (taken.get(foldedId(id)) ?? 0) + 1)
  const named = placesById(steps)
  return ({ id, place }) => {
    const text = inForm(id)
    const places = named.get(id) ?? []
    const isOwn = foldedId(id) === text
    const others = (taken.get(text) ?? 0) - (isOwn ? 1 : 0)
    const twins = taken.get(foldedId(id))! - 1
    if (
      id.length > longest ||
      !isGood(text) ||
      others > 0 ||
      twins > 0 ||
      place?.id === undefined ||
      places.includes(undefined)
    ) {
      return undefined
    }
    taken.set(text, (taken.get(text) ?? 0) + 1)
    const own = { file: place.file, start: place.id.start.offset, end: place.id.end.offset }
    const edits = [own, ...(places as Place[])].map((where): TextEdit => ({ ...where, text }))
    return { title: `Rename it to "${text}" wherever it is named.`, edits }
  }
}

type Place = Omit<TextEdit, 'text'>

/** Where each id is named as a dependency. */
function placesById(steps: readonly Step[]): Map<StepId, (Place | undefined)[]> {
  const places = new Map<StepId, (Place | undefined)[]>()
  for (const { dependsOn, place } of steps) {
    dependsOn.forEach((id, which) => {
      const range = place?.dependsOn?.[which]
      const known = places.get(id) ?? []
      known.push(range && { file: place!.file, start: range.start.offset, end: range.end.offset })
      places.set(id, known)
    })
  }
  return places
}

import { join } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import { suggest } from '../../plan/diagnostics/suggest.ts'
import { diskPathOf, type FoundPlan } from './found-plan.ts'

/**
 * The plan that is meant by what somebody typed: its name, the beginning of its name, its key, the name of a session for
 * its latest turn, or the path of its directory or of a file in it. Without a word it is the only plan there is.
 */
export function choosePlan(plans: readonly FoundPlan[], word: string | undefined): FoundPlan {
  const [only, ...others] = plans
  if (word === undefined) {
    if (only !== undefined && others.length === 0) return only
    throw only === undefined ? noPlans() : ambiguous('there are several plans', plans)
  }
  const exact = exactPlan(plans, word)
  if (exact) return exact
  const wanted = trimmed(word)
  const beginning = plans.filter(({ name, files }) => name.startsWith(wanted) || files.key.startsWith(wanted))
  const [first, ...more] = wanted === '' ? [] : beginning
  if (first !== undefined && more.length === 0) return first
  if (first !== undefined) throw ambiguous(`"${word}" is the beginning of several plans`, beginning)
  throw plans.length === 0 ? noPlans(word) : unknown(word, plans)
}

/** Only by a whole name. */
export function exactPlan(plans: readonly FoundPlan[], word: string): FoundPlan | undefined {
  const wanted = trimmed(word)
  const byName = plans.find((plan) => {
    const { name, files, workspace } = plan
    const paths = [diskPathOf(plan), join(workspace.root, files.key)]
    return name === wanted || files.key === wanted || paths.includes(wanted) || paths.includes(word)
  })
  return byName ?? (wanted === '' ? undefined : plans.findLast(({ name }) => name.startsWith(`${wanted}/`)))
}

/** `./plans/login/` and `plans/login/plan.md` mean the plan `plans/login`. */
function trimmed(word: string): string {
  return word.replace(/^(\.\/)/, '').replace(/\/(plan\.md|tasks(\/[^/]*)?)?$/, '')
}

function noPlans(word?: string) {
  return fault('E_UNKNOWN_PLAN', word === undefined ? 'there is no plan here yet' : `there is no plan "${word}"`, {
    hint: 'Write one with `steadplan new "<title>"`.',
  })
}

function unknown(word: string, plans: readonly FoundPlan[]) {
  const names = plans.map(({ name }) => name)
  const near = suggest(word, names)
  return fault('E_UNKNOWN_PLAN', `there is no plan "${word}"`, {
    actual: word,
    ...(near !== undefined && { expected: near }),
    hint: near === undefined ? `There are: ${listed(names)}.` : `Did you mean "${near}"?`,
  })
}

function ambiguous(message: string, plans: readonly FoundPlan[]) {
  const names = plans.map(({ name }) => name)
  return fault('E_AMBIGUOUS_PLAN', message, { hint: `Say which: ${listed(names)}.` })
}

const listedAtMost = 10

function listed(names: readonly string[]): string {
  const more = names.length - listedAtMost
  return names.slice(0, listedAtMost).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

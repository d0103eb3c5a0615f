import { excerpt } from '../../dialects/shared/excerpt.ts'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { suggest } from '../../plan/diagnostics/suggest.ts'
import { keys } from './settings.ts'

/** Says that there is no such setting, and which one was probably meant. */
export function unknownKey(path: string): Diagnostic {
  return diagnostic('E_CONFIG', unknownMessage(path), { actual: excerpt(path), ...didYouMean(nearKey(path)) })
}

export function unknownMessage(path: string): string {
  return `There is no setting \`${excerpt(path)}\`.`
}

export function didYouMean(name: string | undefined): { hint?: string } {
  return name === undefined ? {} : { hint: `Did you mean \`${name}\`?` }
}

/** `lock.wiat` → `lock.wait`, `lok` → `lock`, `ttl` → `lease.ttl`. */
export function nearKey(path: string): string | undefined {
  return suggest(path, known) ?? keys.find((key) => key.endsWith(`.${path.toLowerCase()}`))
}

/** The settings and their groups. */
const known = new Set(
  keys.flatMap((key) => key.split('.').map((_, index, names) => names.slice(0, index + 1).join('.'))),
)

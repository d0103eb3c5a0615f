import type { Outline } from '../../../../dialects/outline/outline.ts'
import { readText } from '../../../../dialects/shared/source.ts'
import { type Diagnostic, diagnostic, hasErrors } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../../../plan/diagnostics/fault.ts'
import type { TemplateName } from './template-names.ts'
import { templateOutline } from './templates.ts'

/** What the words on the command line make of a plan: the named steps, or those of a template. */
export function outlineOfWords(
  title: string,
  { step: names = [], parallel = false, template = 'feature' }: Words,
): Outline & { readonly title: string } {
  refuseWords([['the title', title], ...names.map((name, at) => [`step ${at + 1}`, name] as const)])
  if (names.length === 0) return { ...templateOutline(template, title), title }
  const steps = names.map((name) => {
    const after = parallel ? [] : undefined
    return { name: name.trim(), text: name.trim(), subtasks: [], isDone: false, after }
  })
  return { title, narrative: doneWhen, steps }
}

interface Words {
  readonly step?: readonly string[]
  readonly parallel?: boolean
  readonly template?: TemplateName
}

const doneWhen = 'The plan is done when its steps are done and the result was looked at once more as a whole.'

/** All that is wrong with what was typed, at once. */
export function refuseWords(words: readonly (readonly [what: string, text: string])[]): void {
  const [first, ...rest] = words.flatMap(([what, text]) => faultsOf(what, text))
  if (first) throw new Fault([first, ...rest])
}

function faultsOf(what: string, text: string): Diagnostic[] {
  if (text.trim() === '') {
    return [diagnostic('E_FIELD_VALUE', `${what} is empty`, { hint: 'Say in a few words what is to be done.' })]
  }
  if (/[\r\n]/.test(text)) {
    return [diagnostic('E_FIELD_VALUE', `${what} has several lines`, { hint: 'Write it on one line.' })]
  }
  const { diagnostics } = readText(`<${what}>`, text, 'markdown')
  return hasErrors(diagnostics) ? [...diagnostics] : []
}

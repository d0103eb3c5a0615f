import { type Diagnostic, diagnostic } from '../plan/diagnostics/diagnostic.ts'
import { Fault } from '../plan/diagnostics/fault.ts'
import { LineIndex } from '../plan/diagnostics/position.ts'
import type { PromptFile } from '../store/config/prompt-files.ts'

/** One of our own prompts. People may write another under the same name. */
export interface Prompt {
  readonly name: string
  /** With places such as `{{goal}}`. */
  readonly text: string
  /** The place without which the prompt would ask for nothing. */
  readonly needed: string
}

/** Prompts that people wrote, by name. */
export type OwnPrompts = ReadonlyMap<string, PromptFile>

/** The text of a prompt with every place filled. What is filled in is not looked at again for places. */
export function filled(prompt: Prompt, own: OwnPrompts, values: Readonly<Record<string, string>>): string {
  const file = own.get(prompt.name)
  const text = file?.text ?? prompt.text
  const [first, ...others] = placeFaults(text, prompt, Object.keys(values), file?.file)
  if (first !== undefined) throw new Fault([first, ...others])
  return text.replace(place, (_, name: string) => values[name]!)
}

//     Break down {{goal}} into tasks.
//                ^^^^^^^^
const place = /\{\{([a-z]{1,40})\}\}/g

function placeFaults(text: string, prompt: Prompt, names: readonly string[], file = prompt.name): Diagnostic[] {
  const expected = names.map((name) => `{{${name}}}`).join(', ')
  const lines = new LineIndex(text)
  const found = [...text.matchAll(place)]
  const unknown = found.filter((match) => !names.includes(match[1]!))
  const faults = unknown.map(({ 0: actual, index }) =>
    diagnostic('E_PROMPT', `The prompt \`${prompt.name}\` has no place \`${actual}\`.`, {
      file,
      range: lines.range(index, index + actual.length),
      actual,
      expected,
    }),
  )
  if (found.some((match) => match[1] === prompt.needed)) return faults
  const message = `The prompt \`${prompt.name}\` does not say \`{{${prompt.needed}}}\`, which it is about.`
  return [...faults, diagnostic('E_PROMPT', message, { file, expected })]
}

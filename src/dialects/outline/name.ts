import type { OutlineStep } from './outline.ts'

type Name = Pick<OutlineStep, 'name' | 'isDone' | 'after'>

/**
 * What the line of a step says.
 *
 *     [x] Write the form (after: set-up, The table)
 *     ^   ^               ^
 */
export function readName(line: string): Name {
  const text = line.trim()
  const box = /^\[([ xX])\](?=\s|$)/.exec(text)
  const rest = box === null ? text : text.slice(box[0].length).trim()
  const isDone = box !== null && box[1] !== ' '
  const at = rest.endsWith(')') ? rest.lastIndexOf('(') : -1
  const inside = at === -1 ? undefined : afterWords(rest.slice(at + 1, -1))
  return inside === undefined
    ? { name: rest, isDone, after: undefined }
    : { name: rest.slice(0, at).trim(), isDone, after: inside }
}

function afterWords(text: string): string[] | undefined {
  const colon = text.indexOf(':')
  if (colon === -1 || text.slice(0, colon).trim().toLowerCase() !== 'after') return undefined
  const names = text
    .slice(colon + 1)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length === 1 && names[0]!.toLowerCase() === 'none' ? [] : names
}

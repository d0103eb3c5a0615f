import type { Source } from '../shared/source.ts'
import type { Line } from './lines.ts'
import { readName } from './name.ts'
import type { OutlineStep } from './outline.ts'

export interface Item {
  /** How far its mark is from the left. */
  readonly indent: number
  readonly text: string
}

//     - [ ] Set up        12. Set up        * * *
//     ^                   ^                 ^ a line across the page, no item
export function itemOf({ text, isQuoted }: Line): Item | undefined {
  if (isQuoted) return undefined
  const mark = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/.exec(text)
  if (mark === null || isRule(text)) return undefined
  return { indent: width(mark[1]!), text: text.slice(mark[0].length).trim() }
}

/** What a step is made of while its lines are read. */
interface Open {
  readonly line: Line
  readonly name: string
  readonly text: string[]
  readonly subtasks: string[]
  /** Of the last subtask. */
  subtaskIndent: number
}

/**
 * The steps of an outline in which each item of the outermost list is one; `lines` begin with the first of them. What
 * stands between the lists and belongs to no item is given back, so that it is not lost.
 */
export function readItems(source: Source, lines: readonly Line[]): { steps: OutlineStep[]; between: string[] } {
  const outermost = itemOf(lines[0]!)!.indent + 1
  const items: Open[] = []
  const between: string[] = []
  let isAfterBlank = false
  let isBetween = false
  for (const line of lines) {
    const item = itemOf(line)
    const isBlank = line.text.trim() === ''
    const isOutermost = item !== undefined && item.indent <= outermost
    if (isOutermost) items.push(newItem(line, item.text))
    // A blank line belongs to what stands before it, and so does what follows without one.
    if (!isBlank && !line.isQuoted) isBetween = !isOutermost && indentOf(line) === 0 && (isAfterBlank || isBetween)
    if (isBetween) between.push(line.text)
    else if (!isOutermost && item !== undefined) addSubtask(items.at(-1)!, item)
    else if (!isOutermost) addText(items.at(-1)!, line)
    isAfterBlank = isBlank
  }
  return { steps: items.map((item) => stepOf(source, item)), between }
}

function newItem(line: Line, name: string): Open {
  return { line, name, text: [], subtasks: [], subtaskIndent: Number.POSITIVE_INFINITY }
}

/** What is done stays marked: a subtask has no other place for it. */
function addSubtask(step: Open, { indent, text }: Item): void {
  const { name, isDone } = readName(text)
  if (name === '') return
  step.subtasks.push(isDone ? `[x] ${name}` : name)
  step.subtaskIndent = indent
}

function addText(step: Open, line: Line): void {
  const isOfSubtask = !line.isQuoted && line.text.trim() !== '' && indentOf(line) > step.subtaskIndent
  if (isOfSubtask) step.subtasks.push(`${step.subtasks.pop()!} ${line.text.trim()}`)
  else step.text.push(line.text)
}

function stepOf(source: Source, { line, name, text, subtasks }: Open): OutlineStep {
  const read = readName(name)
  const more = withoutIndent(text).join('\n').replace(/^\n+/, '').trimEnd()
  const range = source.lines.range(line.start, line.end)
  return { ...read, text: more === '' ? read.name : `${read.name}\n\n${more}`, subtasks, range }
}

/** Without the blanks that all lines begin with. */
function withoutIndent(lines: readonly string[]): string[] {
  const least = lines.reduce((least, text) => (text.trim() === '' ? least : Math.min(least, blanksOf(text))), Infinity)
  return lines.map((text) => text.slice(Math.min(least, blanksOf(text))))
}

function indentOf({ text }: Line): number {
  return width(text.slice(0, blanksOf(text)))
}

function blanksOf(text: string): number {
  return text.length - text.trimStart().length
}

/** A tab reaches to the next fourth column. */
function width(blanks: string): number {
  let cells = 0
  for (const blank of blanks) cells += blank === '\t' ? 4 - (cells % 4) : 1
  return cells
}

function isRule(text: string): boolean {
  const marks = text.replaceAll(/[ \t]/g, '')
  return marks.length >= 3 && (/^-+$/.test(marks) || /^\*+$/.test(marks))
}

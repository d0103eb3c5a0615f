import { actionKinds, actionOf, headingOf, markOf, type SectionName, sectionNames, sectionOf } from '../landmarks.ts'
import { isBlank, type Lines } from '../lines.ts'
import { isUnknownAction, nearAction, nearSection } from '../near.ts'
import type { ActionKind } from '../plan.ts'

/** What each line of a text could begin. Asked for many times, so it is found once for all lines. */
export interface Signs {
  readonly section: (at: number) => SectionName | undefined
  readonly action: (at: number) => ActionKind | undefined
  /** The same of lines that were likely meant as such a heading. */
  readonly nearSection: (at: number) => SectionName | undefined
  readonly nearAction: (at: number) => ActionKind | undefined
  /** A heading like that of an action, with fields below it, of a name that no action has. */
  readonly isUnknownAction: (at: number) => boolean
  /** `FIND:` or `REPLACE:`, which are marks inside of an EDIT only. */
  readonly isMark: (at: number) => boolean
}

export function signsOf(lines: Lines): Signs {
  const codes = new Uint8Array(lines.count)
  for (let at = 0; at < lines.count; at++) if (!isBlank(lines, at)) codes[at] = codeOf(lines, at)
  // An index that no array has is looked up in a slow way.
  const named =
    <Name>(names: readonly Name[], from: number) =>
    (at: number): Name | undefined => {
      const index = codes[at]! - from
      return index >= 0 && index < names.length ? names[index] : undefined
    }
  return {
    section: named(sectionNames, exactSection),
    action: named(actionKinds, exactAction),
    nearSection: named(sectionNames, likeSection),
    nearAction: named(actionKinds, likeAction),
    isUnknownAction: (at) => codes[at] === unknownAction,
    isMark: (at) => codes[at] === mark,
  }
}

const unknownAction = 1
const mark = 2
const exactSection = 10
const exactAction = 20
const likeSection = 30
const likeAction = 40

function codeOf(lines: Lines, at: number): number {
  const heading = headingOf(lines, at)
  const section = sectionOf(heading)
  if (section !== undefined) return exactSection + sectionNames.indexOf(section)
  const action = actionOf(heading)
  if (action !== undefined) return exactAction + actionKinds.indexOf(action)
  const meantAction = nearAction(lines, at, heading)
  if (meantAction !== undefined) return likeAction + actionKinds.indexOf(meantAction)
  const meantSection = nearSection(lines, at, heading)
  if (meantSection !== undefined) return likeSection + sectionNames.indexOf(meantSection)
  if (isUnknownAction(lines, at, heading)) return unknownAction
  const { text, starts, ends, indents } = lines
  return indents[at]! <= 3 && markOf(text, { start: starts[at]!, end: ends[at]! }) !== undefined ? mark : 0
}

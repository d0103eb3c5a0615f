import { codeLines, writtenIn } from '../code-text.ts'
import { descriptionField, fieldNames, flagField, neededField, readFieldSet } from '../field-set.ts'
import { markNames } from '../landmarks.ts'
import type { Part } from '../part.ts'
import type { EditAction, Replacement, Written } from '../plan.ts'
import { pathHint, pathNames, pathOf } from './files.ts'
import { type Marked, markedBlocks } from './marked.ts'
import type { ActionStart } from './start.ts'

export function readEdit(part: Part, { position, heading, start, end }: ActionStart): EditAction {
  const set = readFieldSet(part, editNames)
  const path = pathOf(part, neededField(part, set, 'File Path', pathHint))
  const description = descriptionField(part, set)
  const matchAll = flagField(part, set, 'Match All')
  const edits = pairsOf(part, markedBlocks(part, set.rest))
  if (edits.length === 0) part.findings.add('E_TEDDY_EDIT', 'There is no pair of FIND and REPLACE.', part.heading)
  return { position, heading, start, end, kind: 'EDIT', path, ...description, matchAll, edits }
}

const editNames = fieldNames({ ...pathNames, Description: [], 'Match All': ['Replace All'] }, markNames)

function pairsOf(part: Part, marked: readonly Marked[]): Replacement[] {
  const pairs: Replacement[] = []
  for (let at = 0; at < marked.length; at++) {
    const first = marked[at]!
    const second = marked[at + 1]
    if (first.mark === 'FIND' && second?.mark === 'REPLACE') {
      pairs.push(pairOf(part, first, second))
      at++
    } else {
      const other = first.mark === 'FIND' ? 'REPLACE' : 'FIND'
      const where = first.mark === 'FIND' ? 'follows' : 'stands before'
      part.findings.add('E_TEDDY_EDIT', `No \`${other}:\` ${where} this \`${first.mark}:\`.`, first.at)
    }
  }
  return pairs
}

function pairOf(part: Part, first: Marked, second: Marked): Replacement {
  const find = textOf(part, first)
  const replace = textOf(part, second)
  if (first.code !== undefined && find.value === '') {
    part.findings.add('E_TEDDY_EDIT', 'The `FIND:` block is empty: it would match everywhere.', first.at)
  } else if (first.code !== undefined && second.code !== undefined && find.value === replace.value) {
    part.findings.add('E_TEDDY_EDIT', 'The `REPLACE:` block says the same as the `FIND:` block.', second.at)
  }
  return { find, replace }
}

function textOf(part: Part, { mark, at, code }: Marked): Written {
  if (code !== undefined) return writtenIn(code, codeLines(part.source.text, code))
  part.findings.add('E_TEDDY_BLOCK_MISSING', `No code block follows \`${mark}:\`.`, at)
  return { value: '', start: at.end, end: at.end }
}

import { missingBlock, readCode } from '../code-blocks.ts'
import { codeText, writtenIn } from '../code-text.ts'
import { descriptionField, fieldNames, flagField, neededField, readFieldSet } from '../field-set.ts'
import type { Part } from '../part.ts'
import type { CreateAction, PruneAction, ReadAction, Resource, Written } from '../plan.ts'
import { readResource } from '../resource.ts'
import type { ActionStart } from './start.ts'

/** The actions on one file: CREATE, READ and PRUNE. EDIT has a file of its own. */

export const pathNames = { 'File Path': ['Path', 'File', 'Resource'] } as const
const createNames = fieldNames({ ...pathNames, Description: [], Overwrite: [] })
const resourceNames = fieldNames({ Resource: ['File Path', 'Path', 'File', 'URL'], Description: [] })

export function readCreate(part: Part, { position, heading, start, end }: ActionStart): CreateAction {
  const set = readFieldSet(part, createNames)
  const path = pathOf(part, neededField(part, set, 'File Path', pathHint))
  const description = descriptionField(part, set)
  const overwrite = flagField(part, set, 'Overwrite')
  const [block] = readCode(part, set.rest, 1)
  if (block === undefined) missingBlock(part, 'There is no code block with the content of the file.')
  const content = block === undefined ? nothing(part) : writtenIn(block, codeText(part.source.text, block))
  return { position, heading, start, end, kind: 'CREATE', path, ...description, overwrite, content }
}

export function readRead(part: Part, { position, heading, start, end }: ActionStart): ReadAction {
  const set = readFieldSet(part, resourceNames)
  const resource = resourceOf(part, neededField(part, set, 'Resource', resourceHint), true)
  const description = descriptionField(part, set)
  readCode(part, set.rest, 0)
  return { position, heading, start, end, kind: 'READ', resource, ...description }
}

export function readPrune(part: Part, { position, heading, start, end }: ActionStart): PruneAction {
  const set = readFieldSet(part, resourceNames)
  // What a READ of an address brought into the context has to get out again.
  const resource = resourceOf(part, neededField(part, set, 'Resource', resourceHint), true)
  const description = descriptionField(part, set)
  readCode(part, set.rest, 0)
  return { position, heading, start, end, kind: 'PRUNE', resource, ...description }
}

export const pathHint = 'Add `- **File Path:** [path/from/root](/path/from/root)`.'
const resourceHint = 'Add `- **Resource:** [path/from/root](/path/from/root)`.'

export function pathOf(part: Part, written: Written): Written {
  if (written.value === '') return written
  const resource = readResource(part, written, { mayBeUrl: false })
  return { ...written, value: resource?.target ?? '' }
}

function resourceOf(part: Part, written: Written, mayBeUrl: boolean): Resource {
  const { start, end } = written
  const found = written.value === '' ? undefined : readResource(part, written, { mayBeUrl })
  return found ?? { kind: 'file', target: '', start, end }
}

export function nothing({ heading }: Part): Written {
  return { value: '', start: heading.end, end: heading.end }
}

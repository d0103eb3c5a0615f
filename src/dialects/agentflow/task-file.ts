import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Range } from '../../plan/diagnostics/position.ts'
import type { Step, StepPlace } from '../../plan/types.ts'
import type { StatusWord } from '../plan-reading.ts'
import { excerpt } from '../shared/excerpt.ts'
import type { Limits } from '../shared/limits.ts'
import type { ScalarNode, Span } from '../shared/tree.ts'
import { readDependencies } from './dependencies.ts'
import { taskFolder } from './file-name.ts'
import { type FrontMatterFile, readFrontMatter } from './front-matter.ts'
import { readPriority } from './priority.ts'
import { signedTask } from './signed-task.ts'
import { readStatusWord } from './status.ts'
import { titleFrom } from './step-title.ts'
import { readTimeout } from './timeout.ts'
import { listOf, textOf } from './values.ts'

export interface TaskFile {
  /** Absent when the bytes are no text. Its id is empty when none could be read, its title when it has none of its own. */
  readonly step?: Step
  readonly signed?: Uint8Array
  readonly word?: StatusWord
  /** Whether it opens with front matter, as a task does. */
  readonly hasFields: boolean
  readonly diagnostics: readonly Diagnostic[]
}

const taskFields = [
  'id',
  'title',
  'depends_on',
  'agent',
  'subtasks',
  'verify',
  'files',
  'priority',
  'timeout',
  'approval',
  'tags',
  'status',
] as const

export function readTaskFile(file: string, name: string, bytes: Uint8Array, limits: Limits): TaskFile {
  const { parts, diagnostics } = readFrontMatter(file, bytes, taskFields, limits)
  if (parts === undefined) return { hasFields: false, diagnostics }
  const { source, fields, findings } = parts
  const step = readStep(parts)
  const status = readStatusWord(parts)
  const signed = signedTask(taskFolder + name, bytes, source, status && fields.get('status'))
  return {
    step,
    signed,
    ...(status && { word: { word: status.value, file, range: source.lines.range(status.start, status.end) } }),
    hasFields: fields.size > 0,
    diagnostics: [...diagnostics, ...findings.list()],
  }
}

function readStep(parts: FrontMatterFile): Step {
  const { source, body } = parts
  const range = ({ start, end }: Span): Range => source.lines.range(start, end)
  const id = readId(parts)
  const dependsOn = readDependencies(parts)
  const agent = textOf(parts, 'agent')
  const files = listOf(parts, 'files')
  const verify = listOf(parts, 'verify')
  const text = source.text.slice(body.start, body.end)
  const priority = readPriority(parts)
  const timeoutMs = readTimeout(parts)
  const place: StepPlace = {
    file: source.file,
    id: range(id ?? parts.fields.get('id')?.value ?? parts.top),
    dependsOn: dependsOn.map(range),
    text: range(body),
    ...(agent && { agent: range(agent) }),
    ...(files.length > 0 && { files: files.map(range) }),
    ...(verify.length > 0 && { verify: verify.map(range) }),
  }
  return {
    id: id?.value ?? '',
    title: textOf(parts, 'title')?.value ?? titleFrom(text) ?? '',
    text,
    dependsOn: dependsOn.map(itsValue),
    ...(agent && { agent: agent.value }),
    ...texts(parts, 'subtasks'),
    ...(verify.length > 0 && { verify: verify.map(itsValue) }),
    ...(files.length > 0 && { files: files.map(itsValue) }),
    ...(priority !== undefined && { priority }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(readApproval(parts) && { approval: 'user' }),
    ...texts(parts, 'tags'),
    place,
  }
}

function readId(parts: FrontMatterFile): ScalarNode | undefined {
  const id = textOf(parts, 'id')
  const value = parts.fields.get('id')?.value
  // A list in its place has its diagnostic, and so has what kept the field from being read.
  const isMissing = value === undefined ? parts.isClear : value.kind === 'scalar' && value.value === ''
  if (id === undefined && isMissing) {
    parts.findings.add('E_FIELD_MISSING', 'The task has no `id`.', value ?? parts.top, { hint })
  }
  return id
}

const hint = 'Add a line such as `id: set-up-database`; other tasks name it under `depends_on`.'

function texts<Field extends 'subtasks' | 'tags'>(
  parts: FrontMatterFile,
  field: Field,
): { readonly [Name in Field]?: readonly string[] } {
  const items = listOf(parts, field)
  return items.length === 0 ? {} : ({ [field]: items.map(itsValue) } as { [Name in Field]: string[] })
}

function itsValue({ value }: ScalarNode): string {
  return value
}

function readApproval(parts: FrontMatterFile): boolean {
  const node = textOf(parts, 'approval')
  if (node === undefined || node.value === 'user') return node !== undefined
  const details = { actual: excerpt(node.value), expected: 'user' }
  parts.findings.add('E_FIELD_VALUE', 'Only `user` can be asked for an approval.', node, details)
  return false
}

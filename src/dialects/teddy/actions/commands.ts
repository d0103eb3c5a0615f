import { excerpt } from '../../shared/excerpt.ts'
import { isEmpty, missingBlock, readCode } from '../code-blocks.ts'
import { codeLines, writtenIn } from '../code-text.ts'
import { descriptionField, type FieldSet, fieldNames, flagField, readFieldSet, textField } from '../field-set.ts'
import type { Part } from '../part.ts'
import type { EnvVariable, ExecuteAction, ResearchAction, Written } from '../plan.ts'
import { withoutTicks } from '../resource.ts'
import { nothing } from './files.ts'
import type { ActionStart } from './start.ts'

export function readExecute(part: Part, { position, heading, start, end }: ActionStart): ExecuteAction {
  const set = readFieldSet(part, executeNames)
  const description = descriptionField(part, set)
  const expectedOutcome = textField(set, 'Expected Outcome')
  const cwd = textField(set, 'cwd')
  const timeoutMs = timeoutOf(part, textField(set, 'Timeout'))
  const [block] = readCode(part, set.rest, 1)
  if (block === undefined || isEmpty(part, block)) missingBlock(part, 'There is no code block with a command.')
  return {
    position,
    heading,
    start,
    end,
    kind: 'EXECUTE',
    ...description,
    ...(expectedOutcome && { expectedOutcome }),
    ...(cwd && { cwd: { ...cwd, value: withoutTicks(cwd.value) } }),
    env: variablesOf(part, set),
    command: block === undefined ? nothing(part) : writtenIn(block, codeLines(part.source.text, block)),
    allowFailure: flagField(part, set, 'Allow Failure'),
    background: flagField(part, set, 'Background'),
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
}

export function readResearch(part: Part, { position, heading, start, end }: ActionStart): ResearchAction {
  const set = readFieldSet(part, researchNames)
  const description = descriptionField(part, set)
  const blocks = readCode(part, set.rest, Number.POSITIVE_INFINITY)
  if (blocks.length === 0) missingBlock(part, 'There is no code block with a question to search for.')
  const queries = blocks.map((block) => writtenIn(block, codeLines(part.source.text, block).trim()))
  return { position, heading, start, end, kind: 'RESEARCH', ...description, queries }
}

const executeNames = fieldNames({
  Description: [],
  'Expected Outcome': [],
  cwd: ['Working Directory'],
  env: ['Environment'],
  'Allow Failure': [],
  Timeout: [],
  Background: [],
})
const researchNames = fieldNames({ Description: [] })

//     - **env:**
//       - `NAME`: "value"
function variablesOf(part: Part, { fields }: FieldSet): EnvVariable[] {
  const field = fields.get('env')
  if (field === undefined) return []
  const inline = field.value === '' ? [] : [{ value: field.value, start: field.start, end: field.end }]
  const variables = new Map<string, EnvVariable>()
  for (const item of [...inline, ...field.items]) {
    const variable = variableOf(item)
    if (variable === undefined) {
      const details = { actual: excerpt(item.value), expected: '`NAME`: "value"' }
      part.findings.add('E_FIELD_VALUE', 'This is no variable with a value.', item, details)
    } else if (variables.has(variable.name)) {
      part.findings.add('E_DUPLICATE_KEY', `\`${excerpt(variable.name)}\` is set twice.`, item)
    } else variables.set(variable.name, variable)
  }
  return [...variables.values()]
}

function variableOf({ value: text, start, end }: Written): EnvVariable | undefined {
  const isQuoted = text.startsWith('`') && text.indexOf('`', 1) !== -1
  const nameEnd = isQuoted ? text.indexOf('`', 1) + 1 : text.search(/[:=]/)
  if (nameEnd < 1) return undefined
  const name = text.slice(0, nameEnd).replace(/[`*]/g, '').trim()
  const mark = /^[ \t]*[:=][ \t]*/.exec(text.slice(nameEnd))
  if (mark === null || !/^[A-Za-z_]\w*$/.test(name)) return undefined
  const value = text.slice(nameEnd + mark[0].length)
  const quote =
    value.length > 1 ? ['"', "'", '`'].find((one) => value.startsWith(one) && value.endsWith(one)) : undefined
  return { name, value: quote === undefined ? value : value.slice(1, -1), start, end }
}

//     60        60 s        5 minutes        500ms
function timeoutOf(part: Part, field: Written | undefined): number | undefined {
  if (field === undefined) return undefined
  const match = /^(\d{1,9}(?:\.\d{1,3})?)[ \t]*([a-z]*)$/i.exec(withoutTicks(field.value))
  const factor = match === null ? undefined : factors.get(match[2]!.toLowerCase())
  const ms = factor === undefined ? Number.NaN : Number(match![1]) * factor
  if (ms > 0 && ms <= longestMs) return Math.round(ms)
  const details = { actual: excerpt(field.value), expected: 'a number of seconds, or such as 500ms, 90s, 5m, 1h' }
  part.findings.add('E_FIELD_VALUE', 'This is no length of time.', field, details)
  return undefined
}

const factors: ReadonlyMap<string, number> = new Map([
  ...['ms', 'millisecond', 'milliseconds'].map((unit) => [unit, 1] as const),
  ...['', 's', 'sec', 'second', 'seconds'].map((unit) => [unit, 1000] as const),
  ...['m', 'min', 'minute', 'minutes'].map((unit) => [unit, 60_000] as const),
  ...['h', 'hour', 'hours'].map((unit) => [unit, 3_600_000] as const),
])
const longestMs = 7 * 24 * 3_600_000

/** What every command of planloop answers when it could not do what was asked. Nothing has changed then. */
import type { Code } from '../../plan/diagnostics/codes.ts'
import type { DataFault } from '../../plan/diagnostics/data-fault.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'

export interface ErrorAnswer {
  readonly status: 'error'
  readonly error_type: string
  readonly message: string
  /** One sentence for each fault. */
  readonly details: readonly string[]
  /** The same for programs, in the same order. */
  readonly faults: readonly AnsweredFault[]
  readonly next_command: string
}

export interface AnsweredFault {
  readonly code: string
  /** Where in the payload, as in `add_tasks[0].title`. */
  readonly path?: string
  readonly line?: number
  readonly column?: number
  readonly actual?: string
  readonly expected?: string
  readonly hint?: string
}

export interface Refusal {
  /** The command with which whoever was refused asks what is next. */
  readonly status?: string
  /** What was wrong with the command line, in the words of who parsed it. */
  readonly usage?: string
  /** What went wrong that is no fault of anybody but ours. */
  readonly defect?: string
}

export function errorAnswer(diagnostics: readonly (Diagnostic | DataFault)[], refusal: Refusal): ErrorAnswer {
  const { status = 'planloop status --json', usage, defect } = refusal
  const faults = inOrder(withoutEchoes(diagnostics))
  const error_type = usage !== undefined ? 'usage' : defect !== undefined ? 'internal_error' : errorType(faults)
  const told = (usage ?? defect ?? '').split('\n').map((line) => line.trim())
  return {
    status: 'error',
    error_type,
    message: messages.get(error_type) ?? 'The command was refused and changed nothing. See `details`.',
    details: [...told.filter((line) => line !== ''), ...faults.map(sentence)],
    faults: faults.map(answered),
    next_command: nextCommands.get(error_type) ?? status,
  }
}

/** What could not be read is not missing as well. */
function withoutEchoes(diagnostics: readonly (Diagnostic | DataFault)[]): (Diagnostic | DataFault)[] {
  const unread = diagnostics.flatMap((one) => (one.code === 'E_TASK_INCOMPLETE' ? [] : pathOf(one)))
  return diagnostics.filter((one) => {
    if (one.code !== 'E_TASK_INCOMPLETE') return true
    const path = pathOf(one)
    return !unread.some((other) => other === path || (path !== '' && other.startsWith(`${path}[`)))
  })
}

/** All about one task together: `add_tasks[2].title` belongs with `add_tasks[2].type`. */
function inOrder(faults: readonly (Diagnostic | DataFault)[]): (Diagnostic | DataFault)[] {
  const parts = [...new Set(faults.map(partOf))].sort(byPart)
  const rank = new Map(parts.map((part, at) => [part, at]))
  return [...faults].sort((a, b) => rank.get(partOf(a))! - rank.get(partOf(b))!)
}

function partOf(one: Diagnostic | DataFault): string {
  return pathOf(one).split('.', 1)[0]!
}

function byPart(a: string, b: string): number {
  const [nameA, numberA = '0'] = a.split(/[[\]]/)
  const [nameB, numberB = '0'] = b.split(/[[\]]/)
  return nameA === nameB ? Number(numberA) - Number(numberB) : nameA! < nameB! ? -1 : 1
}

function pathOf(one: Diagnostic | DataFault): string {
  return 'path' in one ? one.path : ''
}

/** The code in small letters; but what the gates refuse in a payload has one name, and so has what could not be read. */
function errorType(faults: readonly (Diagnostic | DataFault)[]): string {
  const isIn = (codes: ReadonlySet<Code>) => (one: Diagnostic) => 'path' in one && codes.has(one.code)
  if (faults.some(isIn(payloadCodes))) return 'invalid_payload'
  const isOfGates = isIn(gateCodes)
  const refused = faults.find((one) => !isOfGates(one))
  if (refused === undefined) return 'plan_validation_failed'
  return refused.code === 'E_NO_LOOP_SESSION' ? 'no_session' : refused.code.toLowerCase().replace(/^e_/, '')
}

const payloadCodes: ReadonlySet<Code> = new Set<Code>([
  'E_JSON',
  'E_DUPLICATE_KEY',
  'E_NUMBER',
  'E_TOO_LARGE',
  'E_TOO_DEEP',
  'E_TOO_MANY_KEYS',
  'E_ENCODING',
  'E_CONTROL_CHARACTER',
  'E_INVISIBLE',
  'E_FIELD_MISSING',
  'E_FIELD_UNKNOWN',
  'E_FIELD_KIND',
  'E_FIELD_VALUE',
  'E_EMPTY_ITEM',
  'E_PAYLOAD_EMPTY',
])

const gateCodes: ReadonlySet<Code> = new Set<Code>([
  'E_TASK_INCOMPLETE',
  'E_TASK_TWICE',
  'E_TASK_REF',
  'E_TASK_PATH',
  'E_TASK_MANY',
  'E_TASK_LARGE',
  'E_TITLE_VAGUE',
  'E_HINT_PATH',
  'E_HINT_VAGUE',
  'E_OUTSIDE',
  'E_DANGLING',
  'E_SELF_DEPENDENCY',
  'E_CYCLE',
  'E_BAD_COMMAND',
])

const messages: ReadonlyMap<string, string> = new Map([
  [
    'plan_validation_failed',
    'The plan is refused and nothing of it was taken. Mend everything in `details`, then send the whole payload again.',
  ],
  [
    'invalid_payload',
    'The payload could not be read and nothing of it was taken. Mend everything in `details`, then send it again; `planloop describe update` shows its form.',
  ],
  [
    'stale_version',
    'The session changed since you looked, and nothing was taken. Look again, then send what still holds.',
  ],
  ['no_session', 'There is no session to work on yet. Start one with a goal.'],
  ['usage', 'The command line is wrong. See `details`.'],
  ['internal_error', 'This is a defect of planloop. Ask once more; if it stays, tell your user.'],
])

const nextCommands: ReadonlyMap<string, string> = new Map([
  ['no_session', 'planloop start --goal "..."'],
  ['unknown_session', 'planloop sessions list --json'],
  ['usage', 'planloop --help'],
])

function sentence({ message, hint }: Diagnostic): string {
  const text = /[.!?]$/.test(message) ? message : `${message}.`
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return hint === undefined ? whole : `${whole} ${hint}`
}

function answered(one: Diagnostic | DataFault): AnsweredFault {
  const { code, range, actual, expected, hint } = one
  const path = pathOf(one)
  return {
    code,
    ...(path !== '' && { path }),
    ...(range && { line: range.start.line, column: range.start.column }),
    ...(actual !== undefined && { actual }),
    ...(expected !== undefined && { expected }),
    ...(hint !== undefined && { hint }),
  }
}

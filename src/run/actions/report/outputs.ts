import type { Action, ExecuteAction, TeddyPlan } from '../../../dialects/teddy/plan.ts'
import { fitMiddle } from '../../fit.ts'
import { codeSpan, fenced, plainText } from '../../markdown.ts'
import type { ActionOutcome, OutcomeText } from '../outcomes.ts'

/** What was read, found, printed and answered, each part a list of lines. */
export function outputParts(plan: TeddyPlan, outcomes: readonly ActionOutcome[]): string[][] {
  const room = new Room()
  const parts = outcomes.flatMap((outcome) => {
    const action = plan.actions.find(({ position }) => position === outcome.position)
    const lines = action === undefined ? [] : linesOf(action, outcome, room)
    return lines.length === 0 ? [] : [[heading(outcome), '', ...lines]]
  })
  if (parts.length === 0) return []
  const caps = `A text is cut in its middle to ${mostOfText} bytes, and all of them together to ${mostTogether}.`
  return [['## What came of them'], ...parts, ...(room.isCut ? [[caps]] : [])]
}

const mostOfText = 128 * 1024
const mostTogether = 1024 * 1024

/** How much more may be told. */
class Room {
  #left = mostTogether
  isCut = false

  /** A text between fences. What it is cut by is said in its place. */
  block(text: string, info?: string): string {
    const most = Math.min(mostOfText, Math.max(this.#left, leastOfText))
    // The line end of its last line is that of the line itself.
    const whole = text.endsWith('\n') ? text.slice(0, -1) : text
    const fits = fitMiddle(whole, most)
    if (fits !== whole) this.isCut = true
    this.#left -= fits.length
    return fenced(fits, { tab: '\t', ...(info !== undefined && { info }) })
  }
}

const leastOfText = 1024

function heading({ position, title, status }: ActionOutcome): string {
  return `### ${position}. ${codeSpan(title)}: ${status}`
}

function linesOf(action: Action, outcome: ActionOutcome, room: Room): string[] {
  const { output } = outcome
  switch (action.kind) {
    case 'EXECUTE':
      return outcome.startedAt === undefined ? [] : commandLines(action, outcome, room)
    case 'CHAT_WITH_USER': {
      if (outcome.status !== 'succeeded') return []
      const answer = output === undefined ? ['There was no answer.'] : ['The answer:', '', room.block(output.text)]
      return ['The message:', '', room.block(action.message.value.trim()), '', ...answer]
    }
    case 'READ':
      if (output === undefined) return outcome.status === 'succeeded' ? ['It is empty.'] : []
      return [...sourceLines(outcome), sizeLine('It holds', output), '', room.block(output.text)]
    case 'RESEARCH':
      return output === undefined ? [] : [room.block(output.text)]
    case 'CREATE':
    case 'EDIT':
    case 'INVOKE':
    case 'CONCLUDE':
    case 'PRUNE':
      return []
  }
}

function commandLines(action: ExecuteAction, outcome: ActionOutcome, room: Room): string[] {
  const { exitCode, why, output, errors, files, status } = outcome
  const { expectedOutcome, cwd } = action
  return [
    room.block(action.command.value.trimEnd(), 'shell'),
    '',
    ...(cwd ? [`- In: ${codeSpan(cwd.value)}`] : []),
    ...(expectedOutcome ? [`- Expected: ${plainText(expectedOutcome.value)}`] : []),
    ...(exitCode === undefined ? [] : [`- Exit code: ${exitCode ?? 'none'}`]),
    ...(why === undefined || status === 'failed' ? [] : [`- ${plainText(why)}`]),
    ...(files.length > 0 ? [`- Files that changed meanwhile: ${files.map(codeSpan).join(', ')}`] : []),
    ...(output ? ['', sizeLine('It printed', output), '', room.block(output.text)] : []),
    ...(errors ? ['', sizeLine('It printed as errors', errors), '', room.block(errors.text)] : []),
    ...(output || errors ? [] : ['- It printed nothing.']),
  ]
}

function sourceLines({ source, contentType }: ActionOutcome): string[] {
  if (source === undefined) return []
  return [`From ${codeSpan(source)}${contentType === undefined ? '' : ` (${codeSpan(contentType)})`}.`, '']
}

function sizeLine(verb: string, { bytes }: OutcomeText): string {
  return `${verb} ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}:`
}

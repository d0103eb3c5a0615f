import type { Action } from '../../dialects/teddy/plan.ts'
import type { ActionEnded, ActionStatus, ProcessEnded } from '../../plan/action-records.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import type { StepId } from '../../plan/types.ts'
import { keepBytes } from '../../store/kept-bytes.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import { fitEnd, fitList, fitMiddle } from '../fit.ts'

/** What came of one action. */
export interface ActionResult extends Partial<Pick<ActionEnded, 'exitCode' | 'source' | 'contentType' | 'background'>> {
  /** `interrupted`: it was stopped, and how far it came is not known. */
  readonly status: ActionStatus | 'interrupted'
  readonly why?: string
  /** It failed, and the plan allows it. */
  readonly allowed?: boolean
  readonly output?: Text
  readonly errors?: Text
  /** Files that it changed, as far as it is known. */
  readonly files?: readonly string[]
}

/** A text that may have been cut, with the bytes that it had before. */
export interface Text {
  readonly text: string
  readonly bytes: number
}

export function wholeText(text: string): Text {
  return { text, bytes: Buffer.byteLength(text) }
}

interface Keeping {
  readonly machine: Machine
  readonly place: LogPlace
  readonly step: StepId
  /** Whether it happened in a directory of the step's own. */
  readonly isApart?: boolean
}

/** The end of an action for the log. What is too long for a record is kept beside it. */
export async function endedRecord(
  keeping: Keeping,
  { position: action, kind }: Action,
  result: ActionResult & { readonly status: ActionStatus },
  took: Pick<ActionEnded, 'beganAt' | 'durationMs'>,
): Promise<ActionEnded> {
  const { status, why, allowed, background, exitCode, source, contentType, files = [] } = result
  return {
    type: 'action.ended',
    step: keeping.step,
    action,
    kind,
    status,
    ...(why !== undefined && { why: fitEnd(why, mostWhy) }),
    ...(allowed && { allowed }),
    ...(background && { background }),
    ...(exitCode !== undefined && { exitCode }),
    ...(source !== undefined && { source: fitEnd(source, mostName) }),
    ...(contentType !== undefined && { contentType: fitEnd(contentType, mostName) }),
    ...took,
    files: fitList(files, mostFiles),
    ...(keeping.isApart && { apart: true }),
    ...(await printed(keeping, result)),
  }
}

/** The same for a process that ended in the background. */
export async function processRecord(
  keeping: Keeping,
  action: number,
  result: Pick<ActionResult, 'output' | 'errors' | 'why'>,
  ended: Pick<ProcessEnded, 'wasRunning' | 'exitCode' | 'durationMs'>,
): Promise<ProcessEnded> {
  const { step } = keeping
  const { why } = result
  return {
    type: 'process.ended',
    step,
    action,
    ...ended,
    ...(why !== undefined && { why: fitEnd(why, mostWhy) }),
    ...(await printed(keeping, result)),
  }
}

/** A record holds 64 KiB. */
const mostWhy = 4 * 1024
const mostName = 2 * 1024
const mostFiles = 8 * 1024
const mostText = 16 * 1024

async function printed({ machine, place }: Keeping, { output, errors }: Pick<ActionResult, 'output' | 'errors'>) {
  const cut = async ({ text, bytes }: Text) => {
    const kept = fitMiddle(text, mostText)
    if (kept === text) return { text, bytes, kept: undefined }
    return { text: kept, bytes, kept: await keepBytes(machine, place, Buffer.from(text)).catch(notKept) }
  }
  const told = await cut(output ?? wholeText(''))
  const wrong = errors && errors.bytes > 0 ? await cut(errors) : undefined
  return {
    output: told.text,
    outputBytes: told.bytes,
    ...(told.kept !== undefined && { outputKept: told.kept }),
    ...(wrong && { errors: wrong.text, errorsBytes: wrong.bytes }),
    ...(wrong?.kept !== undefined && { errorsKept: wrong.kept }),
  }
}

/** A full disk does not make an action fail that is done. */
function notKept(error: unknown): undefined {
  if (!isFault(error)) throw error
}

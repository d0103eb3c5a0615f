import type { SessionRecord } from '../../dialects/planloop/records.ts'
import { isSaid, type Session } from '../../dialects/planloop/session.ts'
import type { Signal } from '../../dialects/planloop/task.ts'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import type { ReceiptWritten } from '../../plan/records.ts'
import type { OpenSession } from '../../store/planloop/session-log.ts'
import { type VerifyOptions, verifyStep } from '../verify.ts'
import { anonymous } from './hands.ts'
import { keepStatus } from './keep-status.ts'

/** Where the session stands after a signal was raised or cleared. */
export interface Alerted {
  readonly version: number
  /** Whether the signal is open now. */
  readonly isOpen: boolean
}

/** Raises a signal. One that is open already gets the new level and message. */
export function raiseSignal(open: OpenSession, signal: Signal, by = anonymous): Promise<Alerted> {
  return say(open, (session) => {
    const faults = [...badSignal(signal), ...unknownTask(session, signal)]
    const [first, ...rest] = faults
    if (first) throw new Fault([first, ...rest])
    return [{ type: 'signal.raised', signal, by }]
  })
}

export function clearSignal(open: OpenSession, id: string, by = anonymous): Promise<Alerted> {
  return say(open, (session) => {
    if (session.signals.has(id)) return [{ type: 'signal.cleared', id, by }]
    const names = [...session.signals.keys()].slice(0, mostNamed).join(', ')
    throw fault('E_UNKNOWN_SIGNAL', `the signal "${id.slice(0, longestId)}" is not open`, {
      actual: id.slice(0, longestId),
      ...(names !== '' && { expected: names }),
    })
  })
}

const mostNamed = 10

export interface Checked extends Alerted {
  readonly receipt: ReceiptWritten
}

/** Runs a command: where it fails the signal blocks the session, and where it passes the signal is cleared. */
export async function checkSignal(
  open: OpenSession,
  signal: Omit<Signal, 'level' | 'message'> & Partial<Pick<Signal, 'message'>>,
  command: string,
  options: Omit<VerifyOptions, 'signal'>,
  by = anonymous,
): Promise<Checked> {
  const { id, task_id } = signal
  const step = { id: String(task_id ?? ''), title: id, text: '', dependsOn: [], verify: [command] }
  const { passed, receipts } = await verifyStep(step, options)
  const receipt = receipts[0]!
  if (!passed) {
    const raised: Signal = {
      id,
      ...(task_id !== undefined && { task_id }),
      level: 'blocker',
      message: signal.message ?? failureOf(receipt),
    }
    return { ...(await raiseSignal(open, raised, by)), receipt }
  }
  const alerted = await say(open, ({ signals }) => (signals.has(id) ? [{ type: 'signal.cleared', id, by }] : []))
  return { ...alerted, receipt }
}

function failureOf({ command, why, output }: ReceiptWritten): string {
  const said = output.trimEnd().slice(-mostOutput)
  return `\`${command}\` did not pass (${why ?? 'no reason given'}).${said === '' ? '' : ` It wrote: ${said}`}`
}

/** What failed stands at the end. */
const mostOutput = 1000

async function say(open: OpenSession, records: (session: Session) => readonly SessionRecord[]): Promise<Alerted> {
  const alerted = await open.log.decide<Alerted>((session, _now, nextSeq) => {
    const said = records(session)
    const last = said.findLastIndex(isSaid)
    const isOpen = last !== -1 && said[last]!.type === 'signal.raised'
    return { records: said, answer: { version: last === -1 ? session.version : nextSeq + last, isOpen } }
  })
  await keepStatus(open)
  return alerted
}

/** The id stands in commands to be typed. */
function badSignal({ id, message }: Signal): Diagnostic[] {
  const faults: Diagnostic[] = []
  if (!/^[A-Za-z0-9][\w.:-]*$/.test(id) || id.length > longestId) {
    const what = `the id of a signal is a letter or digit and up to ${longestId - 1} more, \`_\`, \`-\`, \`.\` and \`:\``
    faults.push(diagnostic('E_SIGNAL', what, { actual: id.slice(0, longestId) }))
  }
  if (message.trim() === '' || message.length > longestMessage) {
    const what = `the message of a signal has 1 to ${longestMessage} characters`
    faults.push(diagnostic('E_SIGNAL', what, { actual: `${message.length} characters` }))
  }
  return faults
}

const longestId = 100
const longestMessage = 4000

function unknownTask({ tasks }: Session, { task_id }: Signal): Diagnostic[] {
  if (task_id === undefined || tasks.has(task_id)) return []
  return [diagnostic('E_UNKNOWN_TASK', `there is no task ${task_id} in this session`, { actual: String(task_id) })]
}

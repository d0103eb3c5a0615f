/**
 * Takes an update into a session: all of it or nothing, and everything that speaks against it at once.
 *
 *     read ─▶ look up ─▶ judge ─▶ run the commands of what is DONE ─▶ lock ─▶ judge again ─▶ append
 *
 * What takes time happens before the lock. Under it the update is judged anew on the session as it stands then; where a task
 * that was looked up has changed in between, it begins from the start.
 */
import { isSaid, type Session } from '../../dialects/planloop/session.ts'
import type { Task, UpdatePayload } from '../../dialects/planloop/task.ts'
import type { DataFault } from '../../plan/diagnostics/data-fault.ts'
import { hasErrors } from '../../plan/diagnostics/diagnostic.ts'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import type { Witness } from '../../plan/in-flight.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { OpenSession } from '../../store/planloop/session-log.ts'
import { readTasks, readWholeSession } from '../../store/planloop/tasks.ts'
import type { VerifyOptions } from '../verify.ts'
import { checkAgentName } from './agent-name.ts'
import { type Contents, type Draft, draftOf, saysWhatToDo, tasksToProve } from './draft.ts'
import type { GateOptions } from './gates.ts'
import { keepStatus } from './keep-status.ts'
import { tellNews } from './news.ts'
import { type LateFault, rightFaults, type Saying } from './right.ts'
import { tooLarge, updateFaults } from './update-faults.ts'
import { updateRecords } from './update-records.ts'
import { witnessAt } from './witness.ts'

export interface Updating extends Saying {
  readonly leaseMs: number
  readonly gates: GateOptions
  /** How commands are run. Without it, an update that would have to run some is refused. */
  readonly verify?: Omit<VerifyOptions, 'signal'>
  /** What was wrong with the payload when it was read. */
  readonly faults?: readonly DataFault[]
}

export interface Updated {
  readonly version: number
  /** The ids of new tasks, in the order in which they came. */
  readonly added: readonly number[]
  /** What the gates noticed and let pass. */
  readonly warnings: readonly DataFault[]
}

/** Throws a `Fault` with everything that speaks against it. */
export async function updateSession(open: OpenSession, payload: UpdatePayload, updating: Updating): Promise<Updated> {
  if (updating.agent !== undefined) checkAgentName(updating.agent)
  for (let tries = 0; tries < mostTries; tries++) {
    const outcome = await attempt(open, payload, updating)
    if (outcome === 'again') continue
    if ('version' in outcome) {
      await keepStatus(open)
      return outcome
    }
    throw await refusal(open, outcome.faults)
  }
  throw fault('CONFLICT', 'others changed the same tasks again and again while the update was looked at')
}

const mostTries = 50

interface Refused {
  readonly faults: readonly (DataFault | LateFault)[]
}

async function attempt(
  open: OpenSession,
  payload: UpdatePayload,
  updating: Updating,
): Promise<Updated | Refused | 'again'> {
  const { machine, log } = open
  const { state: session } = await log.read()
  const seen = { last: session.tasks.size, contents: await lookUp(open, session, payload) }
  const draft = draftOf(session, payload)
  const contentIn = contentsSeen(session, draft, seen.contents)
  const gates = await gatesFor(machine, updating.gates, session, draft, seen.contents)

  const judge = (now: Session, witness: Witness) => {
    const asked = draftOf(now, payload, seen.last)
    const atGates = gates(now, asked)
    const faults = [
      ...(updating.faults ?? []),
      ...updateFaults(now, payload, asked),
      ...rightFaults(now, asked.changed, updating, witness),
      ...atGates,
    ]
    return { asked, faults, warnings: atGates.filter(({ severity }) => severity !== 'error') }
  }
  const first = judge(session, witnessAt(machine, machine.now()))
  if (hasErrors(first.faults)) return { faults: first.faults }
  const { proofs, faults: unproven } = await proven(open, draft, seen.contents, updating)
  if (unproven.length > 0) return { faults: unproven }

  return log.decide<Updated | Refused | 'again'>((now, moment, nextSeq) => {
    const isSame = [...contentIn].every(([id, content]) => isEqual(content, now.tasks.get(id)?.content ?? []))
    if (!isSame) return { records: [], answer: 'again' }
    const witness = witnessAt(machine, moment)
    const { asked, faults, warnings } = judge(now, witness)
    if (hasErrors(faults)) return { records: [], answer: { faults } }
    const placed = updateRecords(now, payload, asked, { ...updating, proofs }, witness, nextSeq)
    const large = placed.flatMap(({ record, path }) => tooLarge(record, path))
    if (large.length > 0) return { records: [], answer: { faults: large } }
    const records = placed.map(({ record }) => record)
    const last = records.findLastIndex(isSaid)
    const version = last === -1 ? now.version : nextSeq + last
    return { records, answer: { version, added: asked.added.map(({ task }) => task.id), warnings } }
  })
}

/** A change of what a task says is judged with all others; of what is to be DONE only its commands have to be known. */
async function lookUp({ machine, place }: OpenSession, session: Session, payload: UpdatePayload): Promise<Contents> {
  const { changed } = draftOf(session, payload)
  const byId = (tasks: readonly Task[]): Contents => new Map(tasks.map((task) => [task.id, task]))
  if (changed.some(({ to }) => saysWhatToDo(to))) return byId((await readWholeSession(machine, place)).tasks)
  return byId(
    await readTasks(
      machine,
      place,
      changed.flatMap(({ entry, status }) => (status === 'complete' && entry.isProven ? entry : [])),
    ),
  )
}

/**
 * Most updates say how tasks stand and no more. What judges the others, and what runs commands, is loaded when needed. A
 * session that nobody has said anything about since is not judged a second time.
 */
async function gatesFor(
  machine: Machine,
  options: GateOptions,
  session: Session,
  draft: Draft,
  contents: Contents,
): Promise<(now: Session, asked: Draft) => readonly DataFault[]> {
  const { added, changed } = draft
  if (added.length === 0 && !changed.some(({ to }) => saysWhatToDo(to))) return () => []
  const { gateFacts, gateFaults } = await import('./gates.ts')
  const facts = await gateFacts(machine, options, session, draft, contents)
  let judged: { readonly version: number; readonly faults: readonly DataFault[] } | undefined
  return (now, asked) => {
    if (judged?.version !== now.version) {
      judged = { version: now.version, faults: gateFaults(now, asked, contents, facts, options) }
    }
    return judged.faults
  }
}

async function proven(open: OpenSession, draft: Draft, contents: Contents, { agent, leaseMs, verify }: Updating) {
  const tasks = tasksToProve(draft, contents)
  if (tasks.length === 0) return { proofs: new Map(), faults: [] }
  if (verify === undefined) throw fault('E_NOT_PROVEN', 'commands would have to be run, and it was not said how')
  const { prove } = await import('./prove.ts')
  return prove(open, tasks, verify, { name: agent, leaseMs })
}

/** The records that say what tasks are that were looked up, or are called DONE for what they said then. */
function contentsSeen({ tasks }: Session, { changed }: Draft, contents: Contents): Map<number, readonly number[]> {
  const done = changed.flatMap(({ entry, status }) => (status === 'complete' ? entry.id : []))
  const ids = new Set([...contents.keys(), ...done])
  return new Map([...ids].map((id) => [id, tasks.get(id)?.content ?? []]))
}

function isEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at])
}

async function refusal(open: OpenSession, faults: Refused['faults']): Promise<Fault> {
  const errors = faults.filter(({ severity }) => severity === 'error')
  const [first, ...rest] = await tellNews(open, errors)
  return new Fault([first!, ...rest])
}

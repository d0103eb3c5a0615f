import type { Session } from '../../dialects/planloop/session.ts'
import { renewLease } from '../../plan/decisions.ts'
import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import { stepLease } from '../../plan/lease-names.ts'
import type { ReceiptWritten } from '../../plan/records.ts'
import type { OpenSession } from '../../store/planloop/session-log.ts'
import { type Verification, type VerifyOptions, verifyStep } from '../verify.ts'
import type { ChangedTask, TaskToProve } from './draft.ts'

/** What the commands of each task said that is to be DONE. */
export type Proofs = ReadonlyMap<number, readonly ReceiptWritten[]>

/**
 * Runs the commands of every task that is to be DONE. No lock is held meanwhile; the claim of whoever says so is kept alive.
 * Where one does not pass, the log keeps what it said and the faults say so.
 */
export async function prove(
  open: OpenSession,
  tasks: readonly TaskToProve[],
  options: Omit<VerifyOptions, 'signal'>,
  agent: { readonly name: string | undefined; readonly leaseMs: number },
): Promise<{ readonly proofs: Proofs; readonly faults: readonly DataFault[] }> {
  const proofs = new Map<number, readonly ReceiptWritten[]>()
  const faults: DataFault[] = []
  const beat = (): void => void renewAll(open, tasks, agent.name).catch(() => {})
  const beating = setInterval(beat, agent.leaseMs / 3)
  try {
    for (const { change, commands } of tasks) {
      const proof = await verifyTask(change, commands, options)
      proofs.set(change.entry.id, proof.receipts)
      if (!proof.passed) faults.push(notProven(change, proof.receipts.at(-1)!))
    }
  } finally {
    clearInterval(beating)
  }
  if (faults.length > 0) {
    await open.log.decide(() => ({ records: [...proofs.values()].flat(), answer: undefined }))
    await renewAll(open, tasks, agent.name)
  }
  return { proofs, faults }
}

function verifyTask(
  { entry }: ChangedTask,
  verify: readonly string[],
  options: Omit<VerifyOptions, 'signal'>,
): Promise<Verification> {
  const step = { id: String(entry.id), title: entry.title, text: '', dependsOn: [], verify }
  return verifyStep(step, options)
}

async function renewAll({ log }: OpenSession, tasks: readonly TaskToProve[], agent: string | undefined): Promise<void> {
  if (agent === undefined) return
  await log.decide((session: Session, now) => ({
    records: tasks.flatMap(({ change }) => {
      const on = stepLease(String(change.entry.id))
      const lease = session.plan.leases.get(on)
      return lease?.holder === agent ? renewLease(session.plan, on, lease.token, now) : []
    }),
    answer: undefined,
  }))
}

function notProven({ entry, path }: ChangedTask, { command, why, output }: ReceiptWritten): DataFault {
  const said = output === '' ? '' : ` It wrote: ${output.slice(-mostOutput)}`
  const message = `Task ${entry.id} is not DONE: \`${command}\` did not pass (${why ?? 'no reason given'}).${said}`
  return dataFault('E_NOT_PROVEN', `${path}.status`, message, { actual: command })
}

/** What failed stands at the end. */
const mostOutput = 2000

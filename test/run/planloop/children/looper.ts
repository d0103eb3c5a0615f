/**
 * Does one thing to a session of planloop, and prints what came of it.
 *
 *     {"root": "…", "id": "…", "name": "w3", "what": "claim" | "close" | "add", "task": 4}
 */
import { isFault } from '../../../../src/plan/diagnostics/fault.ts'
import { claimStatus } from '../../../../src/run/planloop/claim.ts'
import { updateSession } from '../../../../src/run/planloop/update.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { planloopHome } from '../../../../src/store/planloop/planloop-home.ts'
import { openSession } from '../../../../src/store/planloop/session-log.ts'
import { sessionPlace } from '../../../../src/store/planloop/session-place.ts'

interface Args {
  readonly root: string
  readonly id: string
  readonly name: string
  readonly what: 'claim' | 'close' | 'add'
  readonly task?: number
}

const { root, id, name, what, task = 0 }: Args = JSON.parse(process.argv[2]!)
const place = sessionPlace(planloopHome({}, root), id)
const open = await openSession(realMachine, place, { waitMs: 60_000, command: name })
const updating = {
  leaseMs: 60_000,
  agent: name,
  gates: { root },
  verify: { cwd: root, env: {}, timeoutMs: 20_000 },
}

try {
  console.log(await does())
} catch (error) {
  if (!isFault(error)) throw error
  console.log(`refused ${error.code}`)
}

async function does(): Promise<string> {
  if (what === 'claim') {
    const { now } = await claimStatus(open, { agent: name, leaseMs: 60_000, compact: true })
    return 'current_task' in now ? `given ${now.current_task.id}` : now.reason
  }
  if (what === 'close') {
    const { version } = await updateSession(
      open,
      { add_tasks: [], update_tasks: [{ id: task, status: 'DONE' }] },
      updating,
    )
    return `closed ${version}`
  }
  const added = {
    title: `Write part ${name}`,
    type: 'feature',
    dependencies: [],
    context_hints: ['Read `spec.md`.'],
    relevant_file_paths: ['spec.md'],
    ref: name,
  } as const
  return `added ${(await updateSession(open, { add_tasks: [added], update_tasks: [] }, updating)).added.join()}`
}

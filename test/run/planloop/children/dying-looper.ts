/**
 * Sends one update to a session, or starts one, and is killed right after call k to the disk. Prints `finished` when there
 * were fewer calls.
 *
 *     {"root": "…", "id": "…", "what": "update" | "start", "k": 7}
 */
import { startSession } from '../../../../src/run/planloop/start.ts'
import { updateSession } from '../../../../src/run/planloop/update.ts'
import { realFiles } from '../../../../src/store/files/real.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { planloopHome } from '../../../../src/store/planloop/planloop-home.ts'
import { openSession } from '../../../../src/store/planloop/session-log.ts'
import { sessionPlace } from '../../../../src/store/planloop/session-place.ts'
import { countingFiles } from '../../../support/counting-files.ts'

interface Args {
  readonly root: string
  readonly id: string
  readonly what: 'update' | 'start'
  readonly k: number
}

const { root, id, what, k }: Args = JSON.parse(process.argv[2]!)
const { files } = countingFiles(realFiles, {
  after: (_call, index) => {
    if (index === k) process.kill(process.pid, 'SIGKILL')
  },
})
const machine = { ...realMachine, files }
const home = planloopHome({}, root)
const lock = { waitMs: 1000, command: 'dying' }

if (what === 'start') {
  await startSession(machine, home, { goal: 'Another goal', project: root, approval: false, by: 'dying' }, lock)
} else {
  const open = await openSession(machine, sessionPlace(home, id), lock)
  const added = {
    title: 'Add a second part',
    type: 'feature',
    dependencies: [2],
    context_hints: ['Read `spec.md`.'],
    relevant_file_paths: ['spec.md'],
  } as const
  const payload = { add_tasks: [added], update_tasks: [{ id: 2, status: 'DONE', result: 'It is there.' }] } as const
  const verify = { cwd: root, env: {}, timeoutMs: 20_000 }
  await updateSession(open, payload, { leaseMs: 60_000, gates: { root }, verify })
}
console.log('finished')

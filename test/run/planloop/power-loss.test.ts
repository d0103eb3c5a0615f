import { expect, it } from 'vitest'
import { startSession } from '../../../src/run/planloop/start.ts'
import { updateSession } from '../../../src/run/planloop/update.ts'
import { makeDirectories } from '../../../src/store/files/whole.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { planloopHome } from '../../../src/store/planloop/planloop-home.ts'
import { openSession } from '../../../src/store/planloop/session-log.ts'
import { sessionPlace } from '../../../src/store/planloop/session-place.ts'
import { readWholeSession } from '../../../src/store/planloop/tasks.ts'
import { countingFiles, diskError } from '../../support/counting-files.ts'
import { rounds } from '../../support/long.ts'
import { testMachine } from '../../support/machine.ts'
import { MemoryDisk } from '../../support/memory-disk.ts'
import { randomFrom, seed } from '../../support/random.ts'
import { lock, task, updatingIn } from './session-kit.ts'

const home = planloopHome({}, '/home')
const count = 6

it(`B19: the power fails during updates: all that was acknowledged is there, and whole (seed ${seed})`, async () => {
  const fresh = new MemoryDisk()
  await makeDirectories(fresh.files(), '/home/src')
  const goal = { goal: 'A goal', project: '/home', approval: false, by: 'test' }
  const { plan } = await startSession(testMachine(fresh.files()), home, goal, lock)
  for (let k = 1; ; k += rounds(3, 1)) {
    const disk = fresh.clone()
    const acknowledged = await updateUntilStopped(disk, plan, k)
    for (let round = 0; round < rounds(2, 50); round++) {
      const after = disk.powerOff(randomFrom(seed + k * 1000 + round))
      const machine = testMachine(after.files(), { boot: 'boot-2' })
      const { tasks } = await readWholeSession(machine, sessionPlace(home, plan))
      // One task was added and the one before it done with every update: never the one without the other.
      const isBetween = tasks.length === acknowledged + 1 || tasks.length === acknowledged + 2
      expect(isBetween, `call ${k}: ${tasks.length} tasks, ${acknowledged} acknowledged`).toBe(true)
      expect(tasks.filter(({ status }) => status === 'DONE')).toHaveLength(tasks.length - 1)
      await add(machine, plan, tasks.length)
    }
    if (acknowledged === count) break
  }
})

async function updateUntilStopped(disk: MemoryDisk, plan: string, k: number): Promise<number> {
  const { files } = countingFiles(disk.files(), {
    before: (_call, index) => {
      if (index >= k) throw diskError('EIO')
    },
  })
  let acknowledged = 0
  try {
    for (; acknowledged < count; acknowledged++) await add(testMachine(files), plan, acknowledged + 1)
  } catch {}
  return acknowledged
}

async function add(machine: Machine, plan: string, last: number): Promise<void> {
  const open = await openSession(machine, sessionPlace(home, plan), lock)
  const added = task(`Write part ${last}`, { relevant_file_paths: ['src'], context_hints: ['Read it first.'] })
  const payload = { add_tasks: [added], update_tasks: [{ id: last, status: 'DONE' as const }] }
  await updateSession(open, payload, updatingIn('/home'))
}

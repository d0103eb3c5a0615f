/**
 * Does one thing to a plan and is killed right after call k to the disk. Prints `finished` when there were fewer calls.
 *
 *     {"root": "…", "shape": "file", "what": "commit", "k": 7}
 */

import { commit } from '../../../src/store/content/commit.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { countingFiles } from '../../support/counting-files.ts'
import { bytes, lockOptions, placeIn } from '../../support/plan-place.ts'
import { completed } from '../../support/records.ts'

interface Args {
  readonly root: string
  readonly shape: 'file' | 'directory'
  readonly what: 'commit' | 'log'
  readonly k: number
}

const { root, shape, what, k }: Args = JSON.parse(process.argv[2]!)
const place = placeIn(root, shape)

const { files } = countingFiles(realFiles, {
  after: (_call, index) => {
    if (index === k) process.kill(process.pid, 'SIGKILL')
  },
})
const machine = { ...realMachine, files }

if (what === 'commit') {
  const paths = shape === 'file' ? ['plan.md'] : ['plan.md', 'tasks/01-a.md', 'tasks/02-b.md']
  const base = await readContent(machine, place)
  const changes = new Map(paths.map((path) => [path, bytes(`new ${path}`)]))
  if (shape === 'directory') changes.set('tasks/03-c.md', bytes('new tasks/03-c.md'))
  await commit(machine, place, base, changes, { by: 'dying' }, lockOptions)
} else {
  const options = { lockWaitMs: 1000, command: 'dying', snapshotBytes: 1, segmentBytes: 1 }
  const log = await openPlanLog(machine, place, options)
  await log.decide(() => ({ records: [completed('b')], answer: undefined }))
}
console.log('finished')

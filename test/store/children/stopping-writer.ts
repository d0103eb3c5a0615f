/** Commits `mine` and stops itself (SIGSTOP) right before call k to the disk. Prints how it ended. */
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { commit } from '../../../src/store/content/commit.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { countingFiles } from '../../support/counting-files.ts'
import { bytes, lockOptions, placeIn } from '../../support/plan-place.ts'

const { root, k }: { root: string; k: number } = JSON.parse(process.argv[2]!)
const place = placeIn(root)
const base = await readContent(realMachine, place)

const { files, calls } = countingFiles(realFiles, {
  before: ({ name, path }, index) => {
    if (index !== k) return
    process.stdout.write(`stopping before ${name} ${path}\n`)
    process.kill(process.pid, 'SIGSTOP')
  },
})
try {
  await commit({ ...realMachine, files }, place, base, new Map([['plan.md', bytes('mine')]]), { by: 'a' }, lockOptions)
  console.log('committed')
} catch (error) {
  if (!isFault(error)) throw error
  console.log(`refused ${error.code}`)
}
if (calls.length < k) console.log('finished')

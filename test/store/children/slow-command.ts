/** A command that is in the middle of a commit for half a second: long enough to be sent a signal. */
import { runCommand } from '../../../src/faces/cli/run.ts'
import { commit } from '../../../src/store/content/commit.ts'
import { readContent } from '../../../src/store/content/read.ts'
import { realFiles } from '../../../src/store/files/real.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { bytes, lockOptions, placeIn } from '../../support/plan-place.ts'

const { root }: { root: string } = JSON.parse(process.argv[2]!)
const place = placeIn(root)

const files: typeof realFiles = {
  ...realFiles,
  rename: async (from, to) => {
    console.log('in the middle')
    await new Promise((resolve) => setTimeout(resolve, 500))
    await realFiles.rename(from, to)
  },
}

await runCommand(async () => {
  const machine = { ...realMachine, files }
  const base = await readContent(machine, place)
  await commit(machine, place, base, new Map([['plan.md', bytes('new')]]), { by: 'test' }, lockOptions)
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  return 0
})

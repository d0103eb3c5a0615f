/** Takes the lock of a plan and holds it until it is killed. */
import { withLock } from '../../../src/store/lock/lock.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { lockOptions, placeIn } from '../../support/plan-place.ts'

const { root }: { root: string } = JSON.parse(process.argv[2]!)

await withLock(realMachine, placeIn(root), lockOptions, () => {
  console.log('holding')
  return new Promise(() => setInterval(() => {}, 1000))
})

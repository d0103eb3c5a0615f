/** Changes each of many plans once, and prints for each how many more files are open than at the start. */
import { readdirSync } from 'node:fs'
import { update } from '../../../src/store/content/update.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { bytes, lockOptions, placeIn } from '../../support/plan-place.ts'

const { roots }: { roots: string[] } = JSON.parse(process.argv[2]!)
const more: number[] = []

for (const root of roots) {
  await update(realMachine, placeIn(root), () => new Map([['plan.md', bytes(root)]]), { by: 'test' }, lockOptions)
  more.push(openFiles())
}
for (const count of more) console.log(`more: ${count - more[0]!}`)

function openFiles(): number {
  return readdirSync('/proc/self/fd').length
}

/**
 * Changes a session and is killed right after call k to the disk. Prints `finished` when there were fewer calls, or when k
 * is 0.
 *
 *     {"root": "…", "change": "turn", "k": 7}
 */

import { realFiles } from '../../../../src/store/files/real.ts'
import { realMachine } from '../../../../src/store/machine/real.ts'
import { teddyPlace } from '../../../../src/store/teddy/teddy-place.ts'
import { countingFiles } from '../../../support/counting-files.ts'
import { changes } from '../changes.ts'

interface Args {
  readonly root: string
  readonly change: string
  readonly k: number
}

const { root, change, k }: Args = JSON.parse(process.argv[2]!)
const { files } = countingFiles(realFiles, {
  after: (_call, index) => {
    if (index === k) process.kill(process.pid, 'SIGKILL')
  },
})
await changes[change]!({ ...realMachine, files }, teddyPlace({ root, state: `${root}/.steadplan` }))
console.log('finished')

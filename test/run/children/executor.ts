/**
 * Carries out a plan whose steps each append one line, their id, to `effects.txt`, and prints how it ended.
 *
 *     {"root": "…", "name": "w3", "seed": 1, "steps": 200, "jobs": 8}      resumes what was interrupted: keep, else redo
 *     {"root": "…", "name": "w3", "steps": 1, "until": "…/go"}             its agent waits until that file is there
 */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { runPlan } from '../../../src/run/run-plan.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { placeIn } from '../../support/plan-place.ts'
import { randomFrom } from '../../support/random.ts'
import { effectSteps } from '../effect-steps.ts'
import { runOptions } from '../run-kit.ts'

interface Args {
  readonly root: string
  readonly name: string
  readonly steps: number
  readonly jobs?: number
  readonly seed?: number
  readonly until?: string
}

const { root, name, steps, jobs = 1, seed = 1, until }: Args = JSON.parse(process.argv[2]!)
const choose = randomFrom(seed)
const options = runOptions({
  machine: realMachine,
  place: placeIn(root),
  cwd: root,
  steps: effectSteps(steps),
  by: name,
  jobs,
  resolutionOf: () => 'keep',
  async agent({ step }) {
    while (until !== undefined && !existsSync(until)) await sleep(10)
    await sleep(choose(5))
    appendFileSync(join(root, 'effects.txt'), `${step}\n`)
    await sleep(choose(5))
    return {}
  },
})
console.log('running')
try {
  console.log('ended', (await runPlan(options)).status)
} catch (error) {
  if (!isFault(error)) throw error
  console.log(`refused ${error.code} ${error.diagnostics[0]!.actual}`)
}

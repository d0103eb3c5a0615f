/**
 * Decides one thing in the log of a plan, and prints what came of it.
 *
 *     {"root": "…", "name": "w3", "what": "note" | "claim" | "run" | "approve" | "reject", "hold": true}
 */

import { movePlan } from '../../../src/plan/decisions.ts'
import { isFault } from '../../../src/plan/diagnostics/fault.ts'
import { claim } from '../../../src/store/leases.ts'
import { realMachine } from '../../../src/store/machine/real.ts'
import { openPlanLog } from '../../../src/store/plan-log.ts'
import { placeIn } from '../../support/plan-place.ts'

interface Args {
  readonly root: string
  readonly name: string
  readonly what: 'note' | 'claim' | 'run' | 'approve' | 'reject'
  readonly hold?: boolean
}

const { root, name, what, hold = false }: Args = JSON.parse(process.argv[2]!)
const log = await openPlanLog(realMachine, placeIn(root), { lockWaitMs: 20_000, command: name })

try {
  console.log('done', await decide())
} catch (error) {
  if (!isFault(error)) throw error
  console.log(`refused ${error.code} ${error.diagnostics[0]!.actual}`)
}
if (hold) setInterval(() => {}, 1000)

function decide(): Promise<unknown> {
  switch (what) {
    case 'note':
      return log.decide((_state, _now, seq) => ({ records: [{ type: 'note', text: name, by: name }], answer: seq }))
    case 'claim':
      return claim(realMachine, log, { on: 'step:a', holder: name, ttlMs: 60_000 })
    case 'run':
      return claim(realMachine, log, { on: 'run', holder: name, ttlMs: 60_000, process: realMachine.self() })
    case 'approve':
    case 'reject':
      return log.decide((state) => ({ records: movePlan(state, what, { by: name }), answer: what }))
  }
}

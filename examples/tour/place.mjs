import { join } from 'node:path'
import { openPlanPlace, realMachine } from '../../dist/lib/store.mjs'

export const lock = { waitMs: 10_000, command: 'the tour' }

export function openTourPlan(root) {
  const workspace = { root, state: join(root, '.steadplan') }
  const plan = { key: 'plan', base: join(root, 'plan'), files: ['plan.md'], folders: ['tasks'], fileCap: 1 << 20 }
  return openPlanPlace(realMachine, workspace, plan)
}

import { join } from 'node:path'
import { defaultLimits } from '../../../src/dialects/shared/limits.ts'
import type { Machine } from '../../../src/store/machine/port.ts'
import { type Created, createPlan } from '../../../src/store/plans/create-plan.ts'
import { lockOptions } from '../../support/plan-place.ts'

const ours = new Map([
  ['plan.md', Buffer.from('---\ntitle: T\n---\n\nWhy.\n')],
  ['tasks/01-a.md', Buffer.from('---\nid: a\n---\n\nDo it.\n')],
])

export function create(
  machine: Machine,
  root: string,
  name: string,
  files: ReadonlyMap<string, Uint8Array> = ours,
): Promise<Created> {
  const workspace = { root, state: join(root, '.steadplan') }
  const options = { limits: defaultLimits, facts: {} }
  return createPlan(machine, workspace, { name, files }, options, { by: 'ann' }, lockOptions)
}

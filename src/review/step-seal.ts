import { createHmac, timingSafeEqual } from 'node:crypto'
import type { StepApproved } from '../plan/records.ts'
import type { StepId } from '../plan/types.ts'

type Sealed = Pick<StepApproved, 'hash' | 'by' | 'channel'>

/** The seal of a yes to one step, as `seal.ts` makes it for a plan. */
export function stepSealOf(key: Uint8Array, planKey: string, step: StepId, { hash, by, channel }: Sealed): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['step', planKey, step, hash, by, channel]))
    .digest('hex')
}

export function isStepSealed(
  key: Uint8Array | undefined,
  planKey: string,
  step: StepId,
  approval: Sealed & Pick<StepApproved, 'seal'>,
): boolean {
  if (key === undefined) return false
  const expected = Buffer.from(stepSealOf(key, planKey, step, approval))
  const given = Buffer.from(approval.seal)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

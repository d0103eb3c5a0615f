import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ApprovalGiven } from '../plan/records.ts'
import type { Approval } from '../plan/state.ts'
import { wholeHash } from './digest.ts'

/**
 * Says that an approval was given here. A log is a file in the project and can come with a repository; the key is a file
 * of the person's, outside of every project, and does not. (A process of the same person can read the key and forge.)
 */
export function sealOf(key: Uint8Array, planKey: string, approval: Sealed): string {
  const { hash, plan, version, by, channel, each } = approval
  return createHmac('sha256', key)
    .update(JSON.stringify([planKey, hash, plan, version, by, channel, ...(each ? ['each'] : [])]))
    .digest('hex')
}

type Sealed = Pick<ApprovalGiven, 'hash' | 'plan' | 'version' | 'by' | 'channel' | 'each'>

export function isSealed(key: Uint8Array | undefined, planKey: string, approval: Approval): boolean {
  // The seal covers the hash, and the hash the steps.
  if (key === undefined || wholeHash(approval.plan, approval.steps) !== approval.hash) return false
  const expected = Buffer.from(sealOf(key, planKey, approval))
  const given = Buffer.from(approval.seal)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

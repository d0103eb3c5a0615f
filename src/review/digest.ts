import type { Signed } from '../dialects/plan-reading.ts'
import type { StepId } from '../plan/types.ts'
import { sha256 } from '../store/content/content.ts'

/** What an approval binds to: a hash for each step, one for what belongs to no step, and one over all of them. */
export interface Digest {
  readonly hash: string
  readonly plan: string
  readonly steps: ReadonlyMap<StepId, string>
}

export function digestOf(signed: Signed): Digest {
  const plan = sha256(signed.plan)
  const steps = new Map([...signed.steps].map(([id, bytes]) => [id, sha256(bytes)]))
  return { hash: wholeHash(plan, steps), plan, steps }
}

export function wholeHash(plan: string, steps: Digest['steps']): string {
  return sha256(JSON.stringify([plan, ...steps]))
}

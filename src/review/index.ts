/** Who said yes to what: propose, approve, reject, cancel, and how far the last yes covers what the files say now. */
export { approveStep } from './approve-step.ts'
export { approve, type Comment, cancel, type Decided, propose, type ReviewContext, reject } from './decide.ts'
export { type Digest, digestOf } from './digest.ts'
export { type Caller, refusalOf, risksOf } from './policy.ts'
export { type ReviewedPlan, reviewedPlan } from './reviewed-plan.ts'
export { type Standing, standingOf } from './standing.ts'

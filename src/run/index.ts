/** How an approved plan is carried out: from where it stands to where it can come, through crashes. */
export type { ActingOptions } from './actions/acting.ts'
export { type ActionOutcome, actionOutcomes } from './actions/outcomes.ts'
export {
  runTeddy,
  type TeddyOutcome,
  type TeddyRunOptions,
  type TeddyStanding,
  teddyStanding,
} from './actions/run-teddy.ts'
export { type ApprovedPlan, approvedPlan } from './approved-plan.ts'
export { carryOut, type EngineOptions, type StepEnd } from './engine.ts'
export type { RunEvent } from './events.ts'
export { type Alerted, checkSignal, clearSignal, raiseSignal } from './planloop/alert.ts'
export { type ClaimRequest, claimStatus } from './planloop/claim.ts'
export { type NewSession, startSession } from './planloop/start.ts'
export { lookAtStatus, type StatusRequest } from './planloop/status.ts'
export { type Updated, type Updating, updateSession } from './planloop/update.ts'
export { projectStatus } from './project-status.ts'
export { promptFor } from './prompt.ts'
export { type Resolution, resolutions } from './recovery.ts'
export { type RunOptions, type RunOutcome, runPlan } from './run-plan.ts'
export { Scheduler } from './scheduler.ts'
export { type Verification, verifyStep } from './verify.ts'

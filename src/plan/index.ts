/** The plan model: what a plan is, where it stands, what may happen next, and what is wrong with it. */
export {
  approvePlan,
  checkLease,
  type Doer,
  endLease,
  type LeaseRequest,
  movePlan,
  moveStep,
  rejectPlan,
  renewLease,
  submitPlan,
  takeLease,
  whyOver,
} from './decisions.ts'
export { type Code, codes } from './diagnostics/codes.ts'
export {
  type Diagnostic,
  diagnostic,
  type Fix,
  hasErrors,
  type Related,
  type Severity,
  sorted,
  type TextEdit,
} from './diagnostics/diagnostic.ts'
export { Fault, fault, isFault } from './diagnostics/fault.ts'
export { toGithub } from './diagnostics/github.ts'
export { toJson } from './diagnostics/json.ts'
export { LineIndex, type Position, type Range } from './diagnostics/position.ts'
export { toSarif } from './diagnostics/sarif.ts'
export { renderTerminal, type Style } from './diagnostics/terminal.ts'
export { visible } from './diagnostics/visible.ts'
export { criticalPath } from './graph/critical-path.ts'
export { cycles } from './graph/cycles.ts'
export { graphDiagnostics } from './graph/faults.ts'
export { buildGraph, type Graph } from './graph/graph.ts'
export { Progress } from './graph/progress.ts'
export { waves } from './graph/waves.ts'
export { type Instant, type Lease, type ProcessIdentity, remainingMs } from './lease.ts'
export {
  isOpen,
  maxRejections,
  nextPlanStatus,
  type PlanEvent,
  type PlanMove,
  type PlanStatus,
  planEvents,
  planMoves,
  planStatuses,
  possiblePlanEvents,
} from './lifecycle.ts'
export { addSteps, changeStep, removeStep } from './operations.ts'
export type { ApprovalGiven, Channel, PlanRecord, StepHash } from './records.ts'
export {
  type Approval,
  applyRecord,
  emptyState,
  type Feedback,
  loadState,
  type PlanState,
  type StepState,
  saveState,
  stepStatus,
} from './state.ts'
export { changedByHand, type DialectWords, readStatus, type StatusWords, statusWords } from './status-words.ts'
export { canStepMove, isEnded, isMet, type StepStatus, stepStatuses, stepWords } from './step-status.ts'
export { type Dialect, dialects, type Plan, type PlanPlaces, type Step, type StepId, type StepPlace } from './types.ts'

/** What makes a plan sound: every rule, over a plan and the facts it needs. */
export {
  type ActionsChecked,
  type CheckActionsOptions,
  type Consent,
  checkActions,
  type FileChange,
} from './actions/check.ts'
export type { Found, ProjectFacts } from './actions/facts.ts'
export { checkPlan, type Facts } from './check-plan.ts'
export { knownAgents } from './known-agents.ts'
export { type CheckOptions, checkTasks } from './planloop/check-tasks.ts'
export type { CheckedTask } from './planloop/checked-task.ts'
export { pathsToAsk } from './planloop/paths-to-ask.ts'
export type { TaskFacts } from './planloop/there.ts'

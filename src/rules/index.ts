/** What makes a plan sound: every rule, over a plan and the facts it needs. */
export { checkPlan, type Facts } from './check-plan.ts'
export { knownAgents } from './known-agents.ts'

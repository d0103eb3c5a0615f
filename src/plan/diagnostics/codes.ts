import { actionCodes } from './codes/action.ts'
import { agentCodes } from './codes/agent.ts'
import { configCodes } from './codes/config.ts'
import { formatCodes } from './codes/format.ts'
import { graphCodes } from './codes/graph.ts'
import { logCodes } from './codes/log.ts'
import { loopCodes } from './codes/loop.ts'
import { pathCodes } from './codes/path.ts'
import { planCodes } from './codes/plan.ts'
import { plannerCodes } from './codes/planner.ts'
import { processCodes } from './codes/process.ts'
import { reviewCodes } from './codes/review.ts'
import { runCodes } from './codes/run.ts'
import { sessionCodes } from './codes/session.ts'
import { storeCodes } from './codes/store.ts'
import { taskCodes } from './codes/task.ts'
import { teddyCodes } from './codes/teddy.ts'
import { teddyProjectCodes } from './codes/teddy-project.ts'
import { textCodes } from './codes/text.ts'

/** Every code there is, in the order of the chapters of `docs/errors.md`, which is made from this table. */
export const codeChapters = {
  'Reading text': textCodes,
  'Names and paths': pathCodes,
  'Writing a plan down': formatCodes,
  'Plans of teddy': teddyCodes,
  'Plans of teddy in their project': teddyProjectCodes,
  'Steps and their order': graphCodes,
  'Changing a plan': planCodes,
  'Finding and approving plans': reviewCodes,
  'Sessions of agentctl': sessionCodes,
  'Sessions of planloop': loopCodes,
  'Tasks of planloop': taskCodes,
  'Asking a planner': plannerCodes,
  'Carrying out plans': runCodes,
  'Carrying out actions': actionCodes,
  'Keeping files': storeCodes,
  'The log': logCodes,
  'Running programs': processCodes,
  Agents: agentCodes,
  Configuration: configCodes,
} as const

export const codes = {
  ...textCodes,
  ...pathCodes,
  ...formatCodes,
  ...teddyCodes,
  ...teddyProjectCodes,
  ...graphCodes,
  ...planCodes,
  ...reviewCodes,
  ...sessionCodes,
  ...loopCodes,
  ...taskCodes,
  ...plannerCodes,
  ...runCodes,
  ...actionCodes,
  ...storeCodes,
  ...logCodes,
  ...processCodes,
  ...agentCodes,
  ...configCodes,
} as const

export type Code = keyof typeof codes

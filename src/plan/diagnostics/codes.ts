import { agentCodes } from './codes/agent.ts'
import { configCodes } from './codes/config.ts'
import { formatCodes } from './codes/format.ts'
import { graphCodes } from './codes/graph.ts'
import { logCodes } from './codes/log.ts'
import { pathCodes } from './codes/path.ts'
import { planCodes } from './codes/plan.ts'
import { processCodes } from './codes/process.ts'
import { reviewCodes } from './codes/review.ts'
import { runCodes } from './codes/run.ts'
import { sessionCodes } from './codes/session.ts'
import { storeCodes } from './codes/store.ts'
import { teddyCodes } from './codes/teddy.ts'
import { textCodes } from './codes/text.ts'

/** Every code there is, in the order of the chapters of `docs/errors.md`, which is made from this table. */
export const codeChapters = {
  'Reading text': textCodes,
  'Names and paths': pathCodes,
  'Writing a plan down': formatCodes,
  'Plans of teddy': teddyCodes,
  'Steps and their order': graphCodes,
  'Changing a plan': planCodes,
  'Finding and approving plans': reviewCodes,
  'Sessions of agentctl': sessionCodes,
  'Carrying out plans': runCodes,
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
  ...graphCodes,
  ...planCodes,
  ...reviewCodes,
  ...sessionCodes,
  ...runCodes,
  ...storeCodes,
  ...logCodes,
  ...processCodes,
  ...agentCodes,
  ...configCodes,
} as const

export type Code = keyof typeof codes

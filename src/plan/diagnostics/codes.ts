import { configCodes } from './codes/config.ts'
import { graphCodes } from './codes/graph.ts'
import { logCodes } from './codes/log.ts'
import { pathCodes } from './codes/path.ts'
import { planCodes } from './codes/plan.ts'
import { processCodes } from './codes/process.ts'
import { storeCodes } from './codes/store.ts'
import { textCodes } from './codes/text.ts'

/** Every code there is, in the order of the chapters of `docs/errors.md`, which is made from this table. */
export const codeChapters = {
  'Reading text': textCodes,
  'Names and paths': pathCodes,
  'Steps and their order': graphCodes,
  'Changing a plan': planCodes,
  'Keeping files': storeCodes,
  'The log': logCodes,
  'Running programs': processCodes,
  Configuration: configCodes,
} as const

export const codes = {
  ...textCodes,
  ...pathCodes,
  ...graphCodes,
  ...planCodes,
  ...storeCodes,
  ...logCodes,
  ...processCodes,
  ...configCodes,
} as const

export type Code = keyof typeof codes

import { configSchemaText } from '../../../../store/config/schema.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'

export function configSchema(terminal: Terminal): number {
  terminal.out(configSchemaText())
  return exitCodes.ok
}

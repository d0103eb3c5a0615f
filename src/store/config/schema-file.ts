import { join } from 'node:path'
import { replaceFile } from '../files/replace.ts'
import type { Machine } from '../machine/port.ts'
import { configSchemaText } from './schema.ts'

/** Writes `config.schema.json` into a directory, for `npm run docs`. */
export async function writeConfigSchema(machine: Machine, directory: string): Promise<void> {
  await replaceFile(machine, join(directory, 'config.schema.json'), Buffer.from(configSchemaText()))
}

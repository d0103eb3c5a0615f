import { join } from 'node:path'
import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import { checkName } from './names.ts'
import { checkProtected } from './protected.ts'
import { shortened } from './shortened.ts'

/**
 * Where an artifact goes: directly into the directory, under the last part of the name that a plan or an archive gives
 * it. What that name says about folders, drives and parents does not count.
 *
 *     ../../bin/report.txt
 *               ^^^^^^^^^^
 *
 * Throws `E_BAD_NAME` when nothing usable is left, `E_PROTECTED` when another program would obey it there.
 */
export function artifactPath(directory: string, name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  if (last === '') throw fault('E_BAD_NAME', `no file is named: ${shortened(name)}`, { actual: shortened(name) })
  const refusal = checkName(last) ?? checkProtected(last)
  if (refusal) throw new Fault([refusal])
  return join(directory, last)
}

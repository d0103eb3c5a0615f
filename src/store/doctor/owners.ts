import { join } from 'node:path'
import { diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { unlinkIfThere } from '../files/whole.ts'
import { readOwner } from '../lock/owner.ts'
import type { Machine } from '../machine/port.ts'
import type { Finding } from './finding.ts'
import { listNames } from './list-names.ts'

/** Owner records of processes that ended without a chance to remove them. */
export async function examineOwners(machine: Machine, directory: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const name of await listNames(machine, directory)) {
    const file = join(directory, name)
    const owner = await readOwner(machine, file).catch(() => 'unreadable' as const)
    if (owner === undefined || (owner !== 'unreadable' && machine.fate(owner) !== 'dead')) continue
    findings.push({
      diagnostic: diagnostic('E_LEFTOVER', 'the record of a process that is gone', { file }),
      mend: async () => void (await unlinkIfThere(machine.files, file)),
    })
  }
  return findings
}

import { instructionsFile } from '../../dialects/planloop/instructions/sync.ts'
import { encodingFault } from '../../dialects/shared/encoding.ts'
import { Fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import { readWhole } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { resolveInside } from '../paths/inside.ts'
import { changeFile } from '../project-files/change-file.ts'

/** What a project tells agents in `docs/agents.md`; undefined where it has no such file. */
export async function readInstructions(machine: Machine, root: string): Promise<string | undefined> {
  const real = await resolveInside(machine, root, instructionsFile)
  const bytes = await readWhole(machine.files, real, cap).catch((error) => {
    throw diskFault(error, real)
  })
  if (bytes === undefined) return undefined
  const bad = encodingFault(instructionsFile, bytes)
  if (bad !== undefined) throw new Fault([bad])
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

const cap = 1024 * 1024

/** Puts another text there, unless the file is not any more what it was. */
export async function writeInstructions(
  machine: Machine,
  root: string,
  before: string | undefined,
  after: string,
): Promise<void> {
  const real = await resolveInside(machine, root, instructionsFile)
  await changeFile(machine, root, { real, before, after })
}

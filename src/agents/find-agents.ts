import { delimiter, isAbsolute, join } from 'node:path'
import type { Machine } from '../store/machine/port.ts'
import type { AgentDefinition } from './definition.ts'
import { presets } from './presets.ts'

export interface FoundAgent {
  readonly definition: AgentDefinition
  /** Where its program is. */
  readonly program: string
}

/** The agents whose programs are installed, found by looking and without running anything. */
export async function findAgents(
  machine: Machine,
  env: Readonly<Record<string, string | undefined>>,
  definitions: Iterable<AgentDefinition> = presets.values(),
): Promise<FoundAgent[]> {
  const found: FoundAgent[] = []
  for (const definition of definitions) {
    const name = definition.argv?.[0]
    const program = name === undefined ? undefined : await findProgram(machine, env, name)
    if (program !== undefined) found.push({ definition, program })
  }
  return found
}

async function findProgram(
  { files }: Machine,
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): Promise<string | undefined> {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter)
  const places = isAbsolute(name) ? [''] : folders.filter((folder) => isAbsolute(folder))
  for (const place of places) {
    for (const ending of endings) {
      const path = join(place, `${name}${ending}`)
      if (await isProgram(files, path)) return path
    }
  }
  return undefined
}

/** Batch files are left out: we do not run them. */
const endings = process.platform === 'win32' ? ['.exe', '.com'] : ['']

/** Package managers put a link where the program is looked up. */
async function isProgram(files: Machine['files'], path: string): Promise<boolean> {
  try {
    const { kind, mode } = await files.stat(await files.realpath(path))
    return kind === 'file' && (process.platform === 'win32' || (mode & 0o111) !== 0)
  } catch {
    return false
  }
}

import { resolve } from 'node:path'
import { isAddress } from '../../../../dialects/teddy/session/context-list.ts'
import { type Diagnostic, diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault, isFault } from '../../../../plan/diagnostics/fault.ts'
import { resolveInside } from '../../../../store/paths/inside.ts'
import { fromTop } from '../../../../store/plans/teddy-plan.ts'
import { isThere, realPath } from '../../../../store/workspace/look.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import type { Teddy } from './open.ts'

/** Words of a command line as resources: paths from where it is called become paths from the root. All faults at once. */
export async function resourcesOf(
  teddy: Teddy,
  context: ConfigContext,
  words: readonly string[],
): Promise<readonly string[]> {
  const resources: string[] = []
  const faults: Diagnostic[] = []
  for (const word of words) {
    try {
      resources.push(isAddress(word) ? word : await pathOf(teddy, context, word))
    } catch (error) {
      if (!isFault(error)) throw error
      faults.push(...error.diagnostics)
    }
  }
  const [first, ...others] = faults
  if (first !== undefined) throw new Fault([first, ...others])
  return resources
}

async function pathOf({ machine, place }: Teddy, { cwd }: ConfigContext, word: string): Promise<string> {
  const here = (await realPath(machine.files, cwd)) ?? cwd
  const real = await resolveInside(machine, place.workspace.root, resolve(here, word))
  if (await isThere(machine.files, real, 'file')) return fromTop(place.workspace, real)
  throw new Fault([
    diagnostic('E_NOT_A_FILE', `there is no such file: ${word}`, {
      file: word,
      hint: 'Only files and addresses in the web can be in a context.',
    }),
  ])
}

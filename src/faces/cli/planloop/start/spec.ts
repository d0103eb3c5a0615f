import { fault } from '../../../../plan/diagnostics/fault.ts'
import type { Spec } from '../../../../planner/planloop/spec.ts'
import { readWhole } from '../../../../store/files/whole.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { resolveInside } from '../../../../store/paths/inside.ts'
import { isThere } from '../../../../store/workspace/look.ts'

/** The document that says what is wanted: the one that is named, else the first file of the project that the goal names. */
export async function specOf(
  machine: Machine,
  root: string,
  goal: string,
  named: string | undefined,
): Promise<Spec | undefined> {
  if (named !== undefined) {
    const spec = await readSpec(machine, root, named)
    if (spec === undefined) throw fault('E_NOT_A_FILE', `There is no file ${named} in the project.`, { file: named })
    return spec
  }
  for (const word of wordsOf(goal)) {
    const spec = await readSpec(machine, root, word).catch(() => undefined)
    if (spec !== undefined) return spec
  }
  return undefined
}

//     Implement the features described in spec.md.
//                                         ^^^^^^^
function wordsOf(goal: string): string[] {
  const words = goal.split(/[\s`"'()<>,;]+/).map((word) => word.replace(/[.:!?]$/, ''))
  return words.filter((word) => /[^/]\.[A-Za-z]{1,10}$/.test(word)).slice(0, mostWords)
}

const mostWords = 50

async function readSpec(machine: Machine, root: string, path: string): Promise<Spec | undefined> {
  const real = await resolveInside(machine, root, path)
  if (!(await isThere(machine.files, real, 'file'))) return undefined
  const bytes = await readWhole(machine.files, real, mostBytes)
  return bytes && { path, text: Buffer.from(bytes).toString() }
}

const mostBytes = 256 * 1024

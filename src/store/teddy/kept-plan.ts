import { join } from 'node:path'
import { fault } from '../../plan/diagnostics/fault.ts'
import { kebabOf } from '../../plan/kebab.ts'
import { sha256 } from '../content/content.ts'
import type { LockOptions } from '../lock/lock.ts'
import type { Machine } from '../machine/port.ts'
import { keptFolder } from '../plans/teddy-plan.ts'
import { changeTeddy } from './change.ts'
import type { TeddyPlace } from './teddy-place.ts'
import { readTextFile } from './text-file.ts'

/**
 * Where a plan is kept that came in without a file, from the top of the project. The same text has the same place:
 *
 *     # Rename the button   →   .teddy/plans/rename-the-button-5e0c1fa3.md
 */
export function keptPlanPath(title: string, text: string): string {
  const words = kebabOf(title.slice(0, 400)).slice(0, longestName)
  const name = words.endsWith('-') ? words.slice(0, -1) : words
  return `${keptFolder}/${name || 'plan'}-${sha256(text).slice(0, 8)}.md`
}

const longestName = 40

/** Keeps a plan there. One that is there already stays; `CONFLICT` when somebody has changed it since. */
export async function keepPlan(
  machine: Machine,
  place: TeddyPlace,
  path: string,
  text: string,
  lock: LockOptions,
): Promise<void> {
  const { root } = place.workspace
  const file = join(root, path)
  await changeTeddy(machine, place, lock, async ({ makeDirectory, write }) => {
    await makeDirectory(join(root, keptFolder))
    const now = await readTextFile(machine, file)
    if (now === undefined) await write(file, text)
    else if (now !== text) throw changed(path)
  })
}

function changed(path: string) {
  return fault('CONFLICT', `This plan is kept as ${path}, and was changed there since.`, {
    file: path,
    hint: `Carry out what stands there now: \`teddy execute ${path}\`. Or put the plan into a file of your own.`,
  })
}

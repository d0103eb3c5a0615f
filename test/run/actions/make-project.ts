import { realpathSync } from 'node:fs'
import { realMachine } from '../../../src/store/machine/real.ts'
import { makePlace } from '../../support/plan-place.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { approveIn } from '../run-kit.ts'
import { planText, TeddyProject } from './teddy-project.ts'

/** A project in a directory of its own, with files in it and an approved plan. */
export async function makeProject(
  actions: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<TeddyProject> {
  const project = new TeddyProject(realpathSync(temporaryDirectory()), planText(actions))
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  await approveIn(realMachine, await makePlace(realMachine.files, project.place))
  return project
}

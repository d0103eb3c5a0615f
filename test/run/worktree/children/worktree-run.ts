/**
 * Carries out steps in worktrees until it is killed, and prints what it has acknowledged.
 *
 *     {"root": "…", "directory": "…", "steps": 3}
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bringBack } from '../../../../src/run/worktree/bring-back.ts'
import { closeWorktree } from '../../../../src/run/worktree/close.ts'
import { commitStep } from '../../../../src/run/worktree/commit-step.ts'
import { mergeStep } from '../../../../src/run/worktree/merge-step.ts'
import { openRunWorktree, openStepWorktree } from '../../../../src/run/worktree/open.ts'
import { realMachine as machine } from '../../../../src/store/machine/real.ts'

interface Args {
  readonly root: string
  readonly directory: string
  readonly steps: number
}

const { root, directory, steps }: Args = JSON.parse(process.argv[2]!)
const run = await openRunWorktree({ machine, root, directory, name: 'killed' })
await Promise.all(Array.from({ length: steps }, (_, index) => carryOut(`step-${index}`)))
const brought = await bringBack(run)
await closeWorktree(machine, run)
console.log(brought.is)

async function carryOut(id: string): Promise<void> {
  const step = { id, title: id, text: '', dependsOn: [] }
  const worktree = await openStepWorktree(machine, run, step)
  writeFileSync(join(worktree.root, `${id}.txt`), id)
  console.log('commit', await commitStep(worktree, step))
  await mergeStep(run, worktree)
  await closeWorktree(machine, worktree)
}

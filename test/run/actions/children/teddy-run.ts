/**
 * Carries out a plan of teddy in a project that is there, and prints how it ended. What was interrupted is kept when its
 * effect is there (`effect-actions.ts`), and done again when it is not.
 *
 *     {"root": "…", "plan": "# …", "atomic": true}
 */
import { decideByEffect } from '../effect-actions.ts'
import { TeddyProject } from '../teddy-project.ts'

interface Args {
  readonly root: string
  readonly plan: string
  readonly atomic?: boolean
}

const { root, plan, atomic = false }: Args = JSON.parse(process.argv[2]!)
const project = new TeddyProject(root, plan)
console.log('running')
const { run } = await project.run({ resolutionOf: decideByEffect(root, project.steps), acting: { atomic } })
console.log('ended', run.status)

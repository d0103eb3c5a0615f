import { dirname, join, relative, sep } from 'node:path'
import type { Workspace } from '../workspace.ts'
import type { FoundPlan } from './found-plan.ts'

/** Where plans of teddy are kept, from the top of a project. */
export const teddyFolder = '.teddy'
export const sessionsFolder = '.teddy/sessions'
export const keptFolder = '.teddy/plans'

/**
 * The plan of teddy in a file, by its path from the top of the project.
 *
 *     .teddy/sessions/login/03/plan.md    the third turn of a session: login/03
 *     .teddy/plans/rename.md              carried out without a session: rename.md
 *     docs/next.md                        anywhere else: docs/next.md
 */
export function teddyPlan(workspace: Workspace, path: string, fileCap: number): FoundPlan {
  const at = path.lastIndexOf('/') + 1
  const [prefix, file] = [path.slice(0, at), path.slice(at)]
  const base = dirname(join(workspace.root, path))
  const turn = turnPath.exec(path)
  const key = turn ? prefix.slice(0, -1) : path
  const name = turn ? `${turn[1]}/${turn[2]}` : prefix === `${keptFolder}/` ? file : path
  const files = { key, base, files: [file], folders: [], fileCap }
  return { name, dialect: 'teddy', isHome: false, files, workspace, prefix }
}

const turnPath = /^\.teddy\/sessions\/([^/]+)\/(\d{2,9})\/plan\.md$/

/** A real path inside the project as people write it: from the top, with `/`. */
export function fromTop({ root }: Workspace, path: string): string {
  return relative(root, path).split(sep).join('/')
}

/** Whether nothing but plans of teddy stands there. */
export function isAmongPlans(path: string): boolean {
  return turnPath.test(path) || (path.startsWith(`${keptFolder}/`) && path.endsWith('.md'))
}

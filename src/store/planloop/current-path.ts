import { dirname, join } from 'node:path'
import { textHash } from '../../dialects/teddy/text-hash.ts'
import type { Workspace } from '../workspace.ts'

/**
 * The directory by which sessions know a project. In a linked worktree it is the main checkout: agents that each work in
 * one of their own share a session.
 */
export function projectOf({ state }: Workspace): string {
  return dirname(state)
}

/** The file that names the current session of a project, and the project itself. */
export function currentPath({ root }: Workspace, project: string): string {
  return join(root, 'projects', `${textHash(project)}.json`)
}

import { join } from 'node:path'
import type { Machine } from '../../store/machine/port.ts'
import { git } from '../git.ts'

/** As many paths as a planner is told. */
const most = 2000

/** The files of a project, from its top: those that git knows or would take, else those that lie there. */
export async function projectFiles(machine: Machine, root: string): Promise<string[]> {
  const listed = await git(root, ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--deduplicate'])
  const paths = listed === undefined ? await walk(machine, root) : listed.split('\0').filter((path) => path !== '')
  return paths.sort().slice(0, most)
}

/** Whatever begins with a dot, and what programs put there, is left out. */
async function walk({ files }: Machine, root: string): Promise<string[]> {
  const found: string[] = []
  const folders = ['']
  for (const folder of folders) {
    const entries = await files.list(join(root, folder)).catch(() => [])
    for (const { name, kind } of entries) {
      if (name.startsWith('.') || leftOut.has(name)) continue
      if (kind === 'directory') folders.push(`${folder}${name}/`)
      else if (kind === 'file') found.push(folder + name)
      if (found.length >= most || folders.length >= most) return found
    }
  }
  return found
}

const leftOut: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'build',
  'target',
  'vendor',
  '__pycache__',
  'venv',
])

import { dirname, join } from 'node:path'
import { listVersions } from '../content/history.ts'
import type { PlanPlace } from '../content/place.ts'
import { unsealLine } from '../journal/line.ts'
import { logPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'
import { ownersDirectory } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'

/**
 * The place of a plan, put together from what is kept about it: the first line of its history says where its files are,
 * its versions which they are.
 */
export async function keptPlace(machine: Machine, workspace: Workspace, directory: string): Promise<PlanPlace> {
  const history = join(directory, 'history.jsonl')
  const first = await firstLine(machine, history)
  const log = logPlace(directory, ownersDirectory(workspace), String(first.plan ?? directory))
  const place: PlanPlace = {
    ...log,
    root: workspace.root,
    base: join(workspace.root, String(first.base ?? '')),
    files: [],
    folders: [],
    history,
    fileCap: Number.POSITIVE_INFINITY,
  }
  const { versions } = await listVersions(machine, place).catch(() => ({ versions: [] }))
  const paths = new Set(
    versions.flatMap(({ version }) => [...version.files, ...version.changes].map(({ path }) => path)),
  )
  return {
    ...place,
    files: [...paths].filter((path) => !path.includes('/')),
    folders: [...new Set([...paths].filter((path) => path.includes('/')).map((path) => dirname(path)))],
  }
}

async function firstLine(machine: Machine, path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = await machine.files.open(path, 'read').catch(() => undefined)
  if (file === undefined) return {}
  try {
    const start = Buffer.from(await file.read(0, 16 * 1024)).toString()
    return unsealLine(start.slice(0, start.indexOf('\n')))?.fields ?? {}
  } finally {
    await file.close()
  }
}

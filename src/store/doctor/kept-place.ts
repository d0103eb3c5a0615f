import { dirname, join, posix, relative } from 'node:path'
import { listVersions } from '../content/history.ts'
import type { PlanPlace } from '../content/place.ts'
import { openRegular } from '../files/whole.ts'
import { unsealLine } from '../journal/line.ts'
import { logPlace } from '../log/place.ts'
import type { Machine } from '../machine/port.ts'
import { resolveInside } from '../paths/inside.ts'
import { isProtected } from '../paths/protected.ts'
import { ownersDirectory } from '../workspace/open.ts'
import type { Workspace } from '../workspace.ts'

/**
 * The place of a plan, put together from what is kept about it: the first line of its history says where its files are,
 * its versions which they are. A repository can bring a history along that says anything: what no plan has is left out,
 * and nothing is mended there.
 */
export async function keptPlace(machine: Machine, workspace: Workspace, directory: string): Promise<PlanPlace> {
  const { root } = workspace
  const history = join(directory, 'history.jsonl')
  const first = await firstLine(machine, history)
  const base = await resolveInside(machine, root, text(first.base, '')).catch(() => undefined)
  const log = logPlace(directory, ownersDirectory(workspace), text(first.plan, directory))
  const fileCap = Number.POSITIVE_INFINITY
  const place: PlanPlace = { ...log, root, base: base ?? directory, files: [], folders: [], history, fileCap }
  if (base === undefined || !mayHoldPlans(relative(root, base))) return place
  const { versions } = await listVersions(machine, place).catch(() => ({ versions: [] }))
  const paths = [
    ...new Set(versions.flatMap(({ version }) => [...version.files, ...version.changes].map(({ path }) => path))),
  ].filter(mayBePlan)
  return {
    ...place,
    files: paths.filter((path) => !path.includes('/')),
    folders: [...new Set(paths.filter((path) => path.includes('/')).map((path) => dirname(path)))],
  }
}

/** The key of the plan that a directory keeps things about. */
export async function keptKey(machine: Machine, directory: string): Promise<string | undefined> {
  const { plan } = await firstLine(machine, join(directory, 'history.jsonl'))
  return typeof plan === 'string' ? plan : undefined
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

/** Dialects whose plans stand in a folder of a directory that is protected for what else is in it. */
const homes = ['.pi', '.agentflow', '.planloop', '.teddy']

function mayHoldPlans(base: string): boolean {
  const entry = isProtected(base)
  return entry === undefined || (homes.includes(entry.path) && dirname(base) !== '.')
}

function mayBePlan(path: string): boolean {
  return posix.join('/', path) === `/${path}` && !path.endsWith('/') && isProtected(path) === undefined
}

async function firstLine(machine: Machine, path: string): Promise<Readonly<Record<string, unknown>>> {
  const opened = await openRegular(machine.files, path).catch(() => undefined)
  if (opened === undefined) return {}
  const { file } = opened
  try {
    const start = Buffer.from(await file.read(0, 16 * 1024)).toString()
    return unsealLine(start.slice(0, start.indexOf('\n')))?.fields ?? {}
  } finally {
    await file.close()
  }
}

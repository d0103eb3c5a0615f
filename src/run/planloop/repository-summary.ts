import { join } from 'node:path'
import { readWhole } from '../../store/files/whole.ts'
import type { Machine } from '../../store/machine/port.ts'
import { projectFiles } from './project-files.ts'

/** How much of a project a planner is told at most. */
const most = { characters: 60_000, files: 400, fileBytes: 128 * 1024, marks: 200, lineLength: 200, reading: 6000 }

/** What there is to see of a project, within bounds: its files, what it says about itself, and what its authors left open. */
export async function repositorySummary(machine: Machine, root: string): Promise<string> {
  const paths = await projectFiles(machine, root)
  const marks: string[] = []
  const told: string[] = []
  for (const path of paths.filter(isText).slice(0, most.files)) {
    const text = await readText(machine, join(root, path))
    if (text === undefined) continue
    if (isAboutAll(path)) told.push(`## ${path}\n\n${text.slice(0, most.reading)}`)
    if (marks.length < most.marks) marks.push(...marksIn(path, text))
  }
  const parts = [
    `## Files\n\n${paths.join('\n')}`,
    ...told,
    ...(marks.length === 0 ? [] : [`## Notes of the authors\n\n${marks.slice(0, most.marks).join('\n')}`]),
  ]
  return parts.join('\n\n').slice(0, most.characters)
}

function isText(path: string): boolean {
  return (
    /\.[A-Za-z0-9+]{1,10}$|(?:^|\/)[A-Z]+$/.test(path) && !/\.(?:png|jpe?g|gif|ico|woff2?|pdf|zip|gz|lock)$/i.test(path)
  )
}

/** At the top of the project. */
function isAboutAll(path: string): boolean {
  return /^(?:readme|package\.json|pyproject\.toml|cargo\.toml|go\.mod)[^/]*$/i.test(path)
}

async function readText({ files }: Machine, path: string): Promise<string | undefined> {
  const bytes = await readWhole(files, path, most.fileBytes).catch(() => undefined)
  const text = bytes && Buffer.from(bytes).toString()
  return text === undefined || text.includes('\0') ? undefined : text
}

//     src/a.ts:12: // TODO handle the empty list
function marksIn(path: string, text: string): string[] {
  if (!/TODO|FIXME|XXX|HACK/.test(text)) return []
  return text.split('\n').flatMap((line, at) => {
    if (!/\b(?:TODO|FIXME|XXX|HACK)\b/.test(line)) return []
    return [`${path}:${at + 1}: ${line.trim().slice(0, most.lineLength)}`]
  })
}

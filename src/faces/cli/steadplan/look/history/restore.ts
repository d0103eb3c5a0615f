import { jsonText } from '../../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../../plan/diagnostics/visible.ts'
import { commit } from '../../../../../store/content/commit.ts'
import { type Changes, type Content, changesBetween } from '../../../../../store/content/content.ts'
import { readContent } from '../../../../../store/content/read.ts'
import { type FoundPlan, openPlaceOf } from '../../../../../store/plans/found-plan.ts'
import { keptVersions } from '../../../../../store/plans/kept-versions.ts'
import { callerOf } from '../../../caller.ts'
import { counted } from '../../../counted.ts'
import { exitCodes } from '../../../exit-codes.ts'
import type { Project } from '../../../project.ts'
import type { Terminal } from '../../../terminal.ts'
import type { ConfigContext } from '../../config/context.ts'

/** Puts the files of a version back. It becomes a new version; what is there now is kept as one before it. */
export async function restoreVersion(
  terminal: Terminal,
  context: ConfigContext,
  { machine, lock }: Project,
  found: FoundPlan,
  number: number,
  json: boolean,
): Promise<number> {
  const place = await openPlaceOf(machine, found)
  const wanted = (await keptVersions(machine, place)).contentOf(number)
  const now = await readContent(machine, place)
  const changes = changesTo(now, wanted)
  const note = { by: callerOf(context.env, terminal).by, why: `version ${number} put back` }
  const { version } = await commit(machine, place, now, changes, note, lock)
  const before = (await keptVersions(machine, place)).numberOf(now)
  if (json) {
    const answer = { name: found.name, restored: number, version, before: before ?? null, files: [...changes.keys()] }
    terminal.out(`${jsonText(answer, 2)}\n`)
  } else if (changes.size === 0) {
    terminal.out(`${visible(found.name)} is as it was in version ${number} already\n`)
  } else {
    terminal.out(`${visible(found.name)} is as it was in version ${number} again: ${counted(changes.size, 'file')}\n`)
    const earlier = before === undefined ? '' : `. What was there before is version ${before}`
    terminal.out(`It is version ${version} now${earlier}\n`)
  }
  return exitCodes.ok
}

function changesTo(now: Content, wanted: Content): Changes {
  const changed = changesBetween(now, wanted)
  return new Map(changed.map(({ path }) => [path, wanted.files.get(path)?.bytes ?? null]))
}

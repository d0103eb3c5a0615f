import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { readRecords } from '../../../../store/plan-log.ts'
import { placeOf } from '../../../../store/plans/found-plan.ts'
import { keptVersions } from '../../../../store/plans/kept-versions.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openProject } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { ConfigContext } from '../config/context.ts'
import { tellDiagnostics } from '../config/show.ts'
import type { HistoryOptions } from '../look.ts'
import { chooseAlsoGone } from './history/choose-also-gone.ts'
import { eventLines } from './history/event-lines.ts'
import { restoreVersion } from './history/restore.ts'
import { timeline } from './history/timeline.ts'

export async function planHistory(
  terminal: Terminal,
  context: ConfigContext,
  word: string | undefined,
  { limit = 50, restore, json = false }: HistoryOptions,
): Promise<number> {
  const project = await openProject(
    context,
    restore === undefined ? 'steadplan history' : 'steadplan history --restore',
  )
  const found = await chooseAlsoGone(project, word)
  if (restore !== undefined) return restoreVersion(terminal, context, project, found, restore, json)

  const place = placeOf(found)
  const { versions, diagnostics } = await keptVersions(project.machine, place)
  const events = timeline(versions, await readRecords(project.machine, place))
  const shown = events.slice(-limit)
  const earlier = events.length - shown.length
  if (json) {
    terminal.out(`${jsonText({ name: found.name, earlier, events: shown, diagnostics: toJson(diagnostics) }, 2)}\n`)
    return exitCodes.ok
  }
  tellDiagnostics(terminal, diagnostics)
  if (events.length === 0) terminal.out('Nothing happened to it yet\n')
  if (earlier > 0) terminal.out(`… ${counted(earlier, 'earlier line')}: --limit ${events.length} shows all\n`)
  for (const event of shown) terminal.out(`${eventLines(event, terminal).join('\n')}\n`)
  return exitCodes.ok
}

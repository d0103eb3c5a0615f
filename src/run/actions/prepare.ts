import { inFile } from '../../dialects/teddy/embedded.ts'
import { type Diagnostic, diagnostic, sorted } from '../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../plan/diagnostics/fault.ts'
import { LineIndex } from '../../plan/diagnostics/position.ts'
import { type Consent, checkActions, type FileChange } from '../../rules/actions/check.ts'
import type { ProjectFacts } from '../../rules/actions/facts.ts'
import type { Machine } from '../../store/machine/port.ts'
import { gatherFacts } from '../../store/project-files/facts.ts'
import type { Sheet } from './action-steps.ts'
import { canResearch, type ResearchProvider } from './web/research.ts'

/** What actions will do, by position, as far as it can be known before any of them is carried out. */
export interface Prepared {
  readonly changes: ReadonlyMap<number, FileChange>
  readonly consents: readonly Consent[]
}

export interface PrepareOptions {
  readonly machine: Machine
  /** The real path of the directory that paths are from. */
  readonly root: string
  readonly research: ResearchProvider
  readonly remembered?: Pick<ProjectFacts, 'memos' | 'context'>
  /** Whether the action at a position is to be carried out; the others are done, or left out. */
  readonly isMeant: (position: number) => boolean
}

/**
 * Looks at the project, and at everything that the actions want from it. Throws all that is wrong in one `Fault`; nothing
 * has been carried out then.
 */
export async function prepareActions(sheet: Sheet, options: PrepareOptions): Promise<Prepared> {
  const { machine, root, isMeant, remembered } = options
  const { plan, text, file } = sheet
  const facts = await gatherFacts(machine, root, plan, remembered)
  const { diagnostics, changes, consents } = checkActions(plan, { file, text, facts, isMeant })
  const start = sheet.step?.place?.text?.start
  const found = [...diagnostics, ...searchesUnset(sheet, options)]
  const placed = start === undefined ? found : found.map((one) => inFile(one, start))
  const wrong = [...sheet.diagnostics, ...placed].filter(({ severity }) => severity === 'error')
  const [first, ...others] = sorted(wrong)
  if (first !== undefined) throw new Fault([first, ...others])
  return { changes, consents }
}

/** What nobody can search, as long as it is not said how. */
export function searchesUnset(
  { plan, text, file }: Pick<Sheet, 'plan' | 'text' | 'file'>,
  { research, isMeant }: Pick<PrepareOptions, 'research' | 'isMeant'>,
): Diagnostic[] {
  if (canResearch(research)) return []
  const searches = plan.actions.filter(({ kind, position }) => kind === 'RESEARCH' && isMeant(position))
  if (searches.length === 0) return []
  const lines = new LineIndex(text)
  const message = 'Neither `research.url` nor `research.command` is set, so nobody can search.'
  return searches.map(({ heading: { start, end } }) =>
    diagnostic('E_RESEARCH_UNSET', message, { file, range: lines.range(start, end) }),
  )
}

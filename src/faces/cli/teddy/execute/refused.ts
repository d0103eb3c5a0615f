import type { Diagnostic } from '../../../../plan/diagnostics/diagnostic.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { renderTerminal } from '../../../../plan/diagnostics/terminal.ts'
import { codeSpan, fenced, plainText } from '../../../../run/markdown.ts'
import { type OpenedPlan, sourceOf as textOf } from '../../../../store/plans/open-plan.ts'
import { exitCodes } from '../../exit-codes.ts'
import { tellDiagnostics } from '../../steadplan/config/show.ts'
import type { Here } from './here.ts'
import { giveReport } from './report.ts'
import type { PlanSource } from './source.ts'

/** Names everything that is wrong with a plan of which nothing was carried out. Whoever wrote it gets it as a report. */
export async function tellRefused(
  here: Here,
  source: PlanSource,
  opened: OpenedPlan,
  diagnostics: readonly Diagnostic[],
): Promise<number> {
  const { terminal, options } = here
  const own = opened.reading.plan.places?.file
  const named = diagnostics.map((one) => (one.file === own ? called(one, source) : one))
  const text = own === undefined ? undefined : textOf(opened, own)
  const inFile = (file: string) => (file === source.name || file === own ? text : undefined)
  if (options.json) terminal.out(`${jsonText({ type: 'fault', diagnostics: toJson(named) })}\n`)
  else {
    tellDiagnostics(terminal, named, inFile)
    terminal.err('\nNothing was carried out.\n')
  }
  // It is printed for people already; a file or the clipboard is for whoever is to mend the plan.
  if (options.report !== undefined || options.copy !== undefined || source.from === 'clipboard') {
    await giveReport(here, source, refusal(opened, source.name, named, inFile), { isPrinted: false })
  }
  return exitCodes.faults
}

/** A plan that came in without a file is kept nowhere, so that the name of its file says nothing to anybody. */
function called({ fix, ...one }: Diagnostic, { name, text }: PlanSource): Diagnostic {
  return text === undefined && fix !== undefined ? { ...one, fix, file: name } : { ...one, file: name }
}

function refusal(
  { reading }: OpenedPlan,
  name: string,
  diagnostics: readonly Diagnostic[],
  source: (file: string) => string | undefined,
): string {
  return [
    `# Report: ${plainText(reading.plan.title)}`,
    '',
    `- Plan: ${codeSpan(name)}`,
    '- Status: **refused**: nothing was carried out',
    '',
    '## What is wrong with the plan',
    '',
    fenced(renderTerminal(diagnostics, { source, width: 120 }), { tab: '\t' }),
    '',
  ].join('\n')
}

import { type Diagnostic, hasErrors } from '../../../../plan/diagnostics/diagnostic.ts'
import { toGithub } from '../../../../plan/diagnostics/github.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { toSarif } from '../../../../plan/diagnostics/sarif.ts'
import { renderTerminal } from '../../../../plan/diagnostics/terminal.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import { diskPathOf } from '../../../../store/plans/found-plan.ts'
import { counted } from '../../counted.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Project } from '../../project.ts'
import type { Terminal } from '../../terminal.ts'
import type { CheckOptions } from '../check.ts'
import type { CheckedPlan } from './checked-plan.ts'

export interface Report {
  readonly checked: readonly CheckedPlan[]
  /** What is wrong outside of the plans: with the configuration, or with what stands beside them. */
  readonly others: readonly Diagnostic[]
  readonly source: (file: string) => string | undefined
}

/** What stands among the plans and is none concerns only who asked about all of them. */
export function reportOf(project: Project, words: readonly string[], checked: readonly CheckedPlan[]): Report {
  const { config, diagnostics } = project
  return { checked, others: words.length === 0 ? diagnostics : config.diagnostics, source: config.source }
}

/** In the format that was asked for, with the number to exit with. */
export function toldReport(terminal: Terminal, report: Report, options: CheckOptions) {
  const diagnostics = diagnosticsOf(report)
  const text = texts[options.format](report, diagnostics, terminal, options)
  return { text, exitCode: exitCodeOf(diagnostics, options) }
}

function diagnosticsOf({ checked, others }: Report): readonly Diagnostic[] {
  return [...others, ...checked.flatMap((one) => one.diagnostics)]
}

function exitCodeOf(diagnostics: readonly Diagnostic[], { strict }: CheckOptions): number {
  const isFaulty = hasErrors(diagnostics) || (strict && diagnostics.some((one) => one.severity === 'warning'))
  return isFaulty ? exitCodes.faults : exitCodes.ok
}

type Text = (report: Report, diagnostics: readonly Diagnostic[], terminal: Terminal, options: CheckOptions) => string

const texts: Readonly<Record<CheckOptions['format'], Text>> = {
  text: (report, diagnostics, terminal) => {
    const { width, paint } = terminal
    const mended = fixedLines(report)
    const faults = renderTerminal(diagnostics, { source: sourceFor(report), paint: paint.out, width })
    return [...(mended === '' ? [] : [mended]), ...(faults === '' ? [] : [`${faults}\n`]), summaryLine(report)].join(
      '\n',
    )
  },
  json: (report, diagnostics) => `${jsonText(asJson(report, diagnostics), 2)}\n`,
  sarif: (_report, diagnostics, _terminal, { version }) => `${jsonText(toSarif(diagnostics, { version }), 2)}\n`,
  github: (_report, diagnostics) => (diagnostics.length === 0 ? '' : `${toGithub(diagnostics)}\n`),
}

/** A file belongs to the plan whose names it begins with; each is asked in turn, the faulty ones only. */
function sourceFor({ checked, source }: Report): (file: string) => string | undefined {
  const faulty = checked.filter((one) => one.diagnostics.length > 0)
  return (file) => {
    for (const one of faulty) {
      const text = one.source(file)
      if (text !== undefined) return text
    }
    return source(file)
  }
}

/** `100 plans, 10,000 steps: nothing wrong` */
function summaryLine(report: Report): string {
  const { checked } = report
  const diagnostics = diagnosticsOf(report)
  const steps = checked.reduce((sum, one) => sum + one.steps, 0)
  const faulty = checked.filter((one) => hasErrors(one.diagnostics)).length
  const fixable = diagnostics.filter((one) => one.fix).length
  const counts = `${counted(checked.length, 'plan')}, ${counted(steps, 'step')}`
  if (diagnostics.length === 0) return `${counts}: nothing wrong\n`
  const verdict = faulty > 0 ? `${counted(faulty, 'plan')} with errors` : 'no plan with errors'
  return `${counts}: ${verdict}\n${fixable > 0 ? 'Fix what can be fixed: steadplan check --fix\n' : ''}`
}

function fixedLines({ checked }: Report): string {
  const fixed = checked.flatMap((one) => one.fixed)
  if (fixed.length === 0) return ''
  const shown = fixed.slice(0, mostFixed).map(({ file, range, code, fix }) => {
    const place = range ? `${visible(file ?? '')}:${range.start.line}:${range.start.column}` : visible(file ?? '')
    return `fixed  ${place}  ${code}  ${visible(fix!.title)}`
  })
  const more = fixed.length - shown.length
  return `${[...shown, ...(more > 0 ? [`and ${counted(more, 'fix', 'fixes')} more`] : [])].join('\n')}\n`
}

const mostFixed = 100

function asJson({ checked }: Report, diagnostics: readonly Diagnostic[]) {
  return {
    plans: checked.map(({ found, steps, diagnostics: own, fixed }) => ({
      name: found.name,
      path: diskPathOf(found),
      steps,
      isSound: !hasErrors(own),
      fixed: fixed.length,
    })),
    errors: diagnostics.filter((one) => one.severity === 'error').length,
    warnings: diagnostics.filter((one) => one.severity === 'warning').length,
    fixed: toJson(checked.flatMap((one) => one.fixed)),
    diagnostics: toJson(diagnostics),
  }
}

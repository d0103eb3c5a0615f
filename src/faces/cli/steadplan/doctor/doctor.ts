import { type Diagnostic, hasErrors } from '../../../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { toJson } from '../../../../plan/diagnostics/json.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { renderTerminal } from '../../../../plan/diagnostics/terminal.ts'
import { type Examination, examine } from '../../../../store/doctor/examine.ts'
import type { Finding } from '../../../../store/doctor/finding.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Terminal } from '../../terminal.ts'
import { type ConfigContext, loadFrom } from '../config/context.ts'
import type { DoctorOptions } from '../doctor.ts'
import { breakLockOf } from './break-lock.ts'

export async function doctor(terminal: Terminal, context: ConfigContext, options: DoctorOptions): Promise<number> {
  const config = await loadFrom(context)
  const { workspace } = config.places
  if (options.breakLock !== undefined) {
    return breakLockOf(terminal, context, workspace, options.breakLock, options.yes === true)
  }
  const before = await examine(context.machine, workspace)
  const mended = options.fix ? await mendAll(before.findings) : { count: 0, faults: [] }
  const after = options.fix ? await examine(context.machine, workspace) : before
  const diagnostics = [...config.diagnostics, ...after.findings.map((one) => one.diagnostic), ...mended.faults]
  if (options.json) terminal.out(`${jsonText(asJson(workspace.state, after, diagnostics, mended.count), 2)}\n`)
  else tell(terminal, workspace.state, after, diagnostics, mended.count, config.source)
  return hasErrors(diagnostics) ? exitCodes.faults : exitCodes.ok
}

/** One after the other; what cannot be mended says why and does not keep the rest from it. */
async function mendAll(findings: readonly Finding[]): Promise<{ count: number; faults: Diagnostic[] }> {
  const faults: Diagnostic[] = []
  let count = 0
  for (const { mend } of findings) {
    if (mend === undefined) continue
    try {
      await mend()
      count++
    } catch (error) {
      if (!isFault(error)) throw error
      faults.push(...error.diagnostics)
    }
  }
  return { count, faults }
}

function asJson(state: string, { plans, findings }: Examination, diagnostics: readonly Diagnostic[], mended: number) {
  const mendable = findings.filter((one) => one.mend !== undefined).length
  return { state, plans, mended, mendable, diagnostics: toJson(diagnostics) }
}

function tell(
  terminal: Terminal,
  state: string,
  { plans, findings }: Examination,
  diagnostics: readonly Diagnostic[],
  mended: number,
  source: (file: string) => string | undefined,
): void {
  if (diagnostics.length > 0) {
    terminal.out(`${renderTerminal(diagnostics, { source, paint: terminal.paint.out, width: terminal.width })}\n\n`)
  }
  const mendable = findings.filter((one) => one.mend !== undefined).length
  terminal.out(`${plans} ${plans === 1 ? 'plan' : 'plans'} in ${state}`)
  if (mended > 0) terminal.out(`, ${mended} mended`)
  if (diagnostics.length === 0) terminal.out(': nothing wrong')
  terminal.out('\n')
  if (mendable > 0 && mended === 0) terminal.out(`${mendable} can be mended: steadplan doctor --fix\n`)
}

import { join, relative, resolve } from 'node:path'
import { isFault } from '../../../../plan/diagnostics/fault.ts'
import { jsonText } from '../../../../plan/diagnostics/json-text.ts'
import { visible } from '../../../../plan/diagnostics/visible.ts'
import type { Plan } from '../../../../plan/types.ts'
import { reportOf } from '../../../../run/report.ts'
import type { RunOutcome } from '../../../../run/run-plan.ts'
import type { PlanPlace } from '../../../../store/content/place.ts'
import { diskFault } from '../../../../store/disk-fault.ts'
import { replaceFile } from '../../../../store/files/replace.ts'
import type { Machine } from '../../../../store/machine/port.ts'
import { readRecords } from '../../../../store/plan-log.ts'
import type { Terminal } from '../../terminal.ts'

export interface ReportRequest {
  readonly machine: Machine
  readonly cwd: string
  readonly name: string
  readonly plan: Plan
  readonly place: PlanPlace
  readonly outcome: RunOutcome
  /** `-` prints it; without a file it stands beside the log of the plan. */
  readonly file: string | undefined
  readonly json: boolean
}

/** Writes what came of the run. Answers where it stands; undefined when it was printed or could not be written. */
export async function writeReport(terminal: Terminal, request: ReportRequest): Promise<string | undefined> {
  const { machine, cwd, name, plan, place, outcome, file, json } = request
  const path = file === undefined ? join(place.directory, 'report.md') : resolve(cwd, file)
  try {
    const text = reportOf({ name, plan, outcome, records: await readRecords(machine, place) })
    if (file === '-') {
      terminal.out(json ? `${jsonText({ type: 'report', text })}\n` : text)
      return undefined
    }
    await replaceFile(machine, path, Buffer.from(text)).catch((error) => {
      throw diskFault(error, path)
    })
    const near = relative(cwd, path)
    return near.startsWith('..') ? path : near
  } catch (error) {
    if (!isFault(error)) throw error
    terminal.err(`The report could not be written: ${visible(error.message)}\n`)
    return undefined
  }
}

import type { DataFault } from '../../plan/diagnostics/data-fault.ts'
import { stepLease } from '../../plan/lease-names.ts'
import type { OpenSession } from '../../store/planloop/session-log.ts'
import { readSessionRecords } from '../../store/planloop/tasks.ts'
import type { LateFault } from './right.ts'

/** Tells those who are too late what happened to their task: who has it, since when, and what came of it. */
export async function tellNews(open: OpenSession, faults: readonly (DataFault | LateFault)[]): Promise<DataFault[]> {
  const { machine, place, log } = open
  const told: DataFault[] = []
  for (const one of faults) {
    if (!('late' in one)) {
      told.push(one)
      continue
    }
    const { late, ...fault } = one
    const numbers = [late.moved, late.result].filter((number) => number > 0)
    const records = await readSessionRecords(machine, place, numbers)
    const holder = (await log.read()).state.plan.leases.get(stepLease(String(late.id)))?.holder
    const at = records.get(late.moved)?.at
    const result = records.get(late.result)
    const news = [
      ...(at === undefined ? [] : [`since ${at}`]),
      ...(holder === undefined ? [] : [`${holder} has it`]),
      ...(result?.type === 'step.result' && result.text !== '' ? [`it was reported: ${shortened(result.text)}`] : []),
    ]
    told.push(news.length === 0 ? fault : { ...fault, message: `${fault.message.slice(0, -1)} (${news.join('; ')}).` })
  }
  return told
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const longest = 300

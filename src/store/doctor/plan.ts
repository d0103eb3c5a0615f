import { join } from 'node:path'
import { type Diagnostic, diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { listVersions, readHistoryEnd } from '../content/history.ts'
import type { PlanPlace } from '../content/place.ts'
import { settle, whatRemains } from '../content/settle.ts'
import { readVisibleFiles } from '../content/visible-files.ts'
import { isTemporaryName } from '../files/temporary.ts'
import { unlinkIfThere } from '../files/whole.ts'
import { openPen } from '../journal/pen.ts'
import { withLock } from '../lock/lock.ts'
import { loadLog } from '../log/load.ts'
import { recordCap } from '../log/log.ts'
import { snapshotPath } from '../log/place.ts'
import { readSnapshot } from '../log/snapshot.ts'
import type { Machine } from '../machine/port.ts'
import { planFold } from '../plan-log.ts'
import type { Finding } from './finding.ts'
import { listNames } from './list-names.ts'
import { examineLock } from './lock.ts'

/** Everything about one plan. While a live process holds its lock, half-done work is normal and not looked at. */
export async function examinePlan(machine: Machine, place: PlanPlace): Promise<Finding[]> {
  const { findings, inUse } = await examineLock(machine, place)
  return [
    ...findings,
    ...(await examineLog(machine, place)),
    ...(await examineHistory(machine, place)),
    ...(inUse ? [] : await examineUnfinished(machine, place)),
    ...(inUse ? [] : await examineTemporaryFiles(machine, place)),
    ...(await examineFiles(machine, place)),
  ]
}

async function examineLog(machine: Machine, place: PlanPlace): Promise<Finding[]> {
  const findings: Finding[] = []
  try {
    const { diagnostics, end } = await loadLog(machine, place, planFold)
    findings.push(
      ...diagnostics.map((one) => (end.torn > 0 ? { diagnostic: one, mend: cutTornEnd } : { diagnostic: one })),
    )
  } catch (error) {
    findings.push(...faultsOf(error))
  }
  const file = snapshotPath(place)
  const kept = await machine.files.stat(file).catch(() => undefined)
  if (kept && !(await readSnapshot(machine, place).catch(() => undefined))) {
    const message = 'the snapshot is damaged or belongs to another log'
    findings.push({
      diagnostic: diagnostic('E_SNAPSHOT_STALE', message, { file }),
      mend: async () => void (await unlinkIfThere(machine.files, file)),
    })
  }
  return findings

  async function cutTornEnd(): Promise<void> {
    await underLock(machine, place, async () => {
      const { end } = await loadLog(machine, place, planFold)
      await (await openPen(machine.files, place.active, end, recordCap)).close()
    })
  }
}

async function examineHistory(machine: Machine, place: PlanPlace): Promise<Finding[]> {
  try {
    const { diagnostics } = await listVersions(machine, place)
    return diagnostics.filter((one) => one.severity === 'error').map((one) => ({ diagnostic: one }))
  } catch (error) {
    return faultsOf(error)
  }
}

/** A commit whose writer was cut off. */
async function examineUnfinished(machine: Machine, place: PlanPlace): Promise<Finding[]> {
  try {
    const { unsettled, end } = await readHistoryEnd(machine, place)
    if (unsettled === undefined && end.torn === 0) return []
    const remaining = unsettled ? whatRemains(await readVisibleFiles(machine, place), unsettled.version) : 'all'
    const what =
      remaining === 'all' || remaining.length === 0
        ? diagnostic('E_LEFTOVER', 'the history ends with a change that was cut off', { file: place.history })
        : diagnostic('E_UNPUBLISHED', `not published yet: ${remaining.join(', ')}`, { file: place.history })
    return [{ diagnostic: what, mend: () => underLock(machine, place, () => settleAll(machine, place)) }]
  } catch {
    return []
  }
}

async function settleAll(machine: Machine, place: PlanPlace): Promise<void> {
  const { end } = await settle(machine, place, await readHistoryEnd(machine, place))
  await (await openPen(machine.files, place.history, end, Number.POSITIVE_INFINITY)).close()
}

async function examineTemporaryFiles(machine: Machine, place: PlanPlace): Promise<Finding[]> {
  const beside = ['', ...place.folders].map((folder) => join(place.base, folder))
  const findings: Finding[] = []
  for (const directory of new Set([place.directory, ...beside])) {
    for (const name of await listNames(machine, directory)) {
      const ours = directory === place.directory ? name.endsWith('.tmp') : isTemporaryName(name)
      if (!ours) continue
      const file = join(directory, name)
      findings.push({
        diagnostic: diagnostic('E_LEFTOVER', 'a temporary file of a process that is gone', { file }),
        mend: () => underLock(machine, place, async () => void (await unlinkIfThere(machine.files, file))),
      })
    }
  }
  return findings
}

/** Files that a crash of another program emptied. What they held is in the history. */
async function examineFiles(machine: Machine, place: PlanPlace): Promise<Finding[]> {
  const { versions } = await listVersions(machine, place).catch(() => ({ versions: [] }))
  const head = versions.findLast((one) => one.published)?.version
  const findings: Finding[] = []
  for (const { path } of head?.files ?? []) {
    const file = join(place.base, path)
    const stat = await machine.files.stat(file).catch(() => undefined)
    if (stat?.kind !== 'file' || stat.size > 0) continue
    findings.push({
      diagnostic: diagnostic('E_EMPTY', `the file is empty; version ${head!.version} had content`, { file }),
    })
  }
  return findings
}

function underLock(machine: Machine, place: PlanPlace, work: () => Promise<void>): Promise<void> {
  return withLock(machine, place, { waitMs: 2000, command: 'steadplan doctor' }, work)
}

function faultsOf(error: unknown): Finding[] {
  if (!isFault(error)) throw error
  return error.diagnostics.map((one: Diagnostic) => ({ diagnostic: one }))
}

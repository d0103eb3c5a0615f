import { Fault, fault } from '../../plan/diagnostics/fault.ts'
import { diskFault } from '../disk-fault.ts'
import type { Machine } from '../machine/port.ts'
import { anchor } from './anchor.ts'
import { type Content, contentOf } from './content.ts'
import { readHistoryEnd } from './history.ts'
import { isSingleFile, type PlanPlace } from './place.ts'
import { fileInVersion, refuseForged, whatRemains } from './settle.ts'
import type { Version } from './version.ts'
import { type ContentReading, readWhatIsVisible } from './visible-files.ts'

const mostTries = 1000

/**
 * The content of a plan, whole, without a lock. One file is replaced in one step, so it is always whole. Several are not:
 * while a commit makes its files visible, or after it was cut off in the middle, those that are still missing are taken
 * from the history. Nothing is written.
 */
export async function readContent(machine: Machine, place: PlanPlace): Promise<Content> {
  const { content, diagnostics } = await readContentAndFaults(machine, place)
  const [first, ...rest] = diagnostics
  if (first) throw new Fault([first, ...rest])
  return content
}

/** The same for whoever wants to see the rest of a plan of which some files cannot be read. */
export async function readContentAndFaults(machine: Machine, place: PlanPlace): Promise<ContentReading> {
  try {
    const anchored = await anchor(machine, place)
    return isSingleFile(place) ? await readWhatIsVisible(machine, anchored) : await readConsistently(machine, anchored)
  } catch (error) {
    throw diskFault(error, place.base)
  }
}

async function readConsistently(machine: Machine, place: PlanPlace): Promise<ContentReading> {
  for (let tries = 0; tries < mostTries; tries++) {
    const before = await readHistoryEnd(machine, place)
    const { content: visible, diagnostics } = await readWhatIsVisible(machine, place)
    const content = before.unsettled ? complete(place, visible, before.unsettled.version) : visible
    const after = await readHistoryEnd(machine, place)
    if (after.end.sum === before.end.sum) return { content, diagnostics }
    await machine.sleep(1)
  }
  throw fault('E_LOCKED', `the plan is changed faster than it can be read: ${place.plan}`)
}

function complete(place: PlanPlace, visible: Content, version: Version): Content {
  refuseForged(place, version)
  const remaining = whatRemains(visible, version)
  if (remaining === 'all') return visible
  const files = new Map(visible.files)
  for (const path of remaining) {
    const file = fileInVersion(version, path)
    if (file) files.set(path, file)
    else files.delete(path)
  }
  return contentOf(files)
}

/**
 * An approved plan in one file beside its log, for whoever asks for a step every few minutes: without it a hundred files
 * are read and checked each time, to find that nothing has changed.
 *
 * It is made of the approved content and of nothing else, it belongs to one approval, and it can be deleted at any time. It
 * is sealed with the key of the person, as the approval itself is: one that came with a repository is not believed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import type { Approval, PlanState } from '../../plan/state.ts'
import type { Plan, StepId } from '../../plan/types.ts'
import { isSealed } from '../../review/seal.ts'
import { isStepSealed } from '../../review/step-seal.ts'
import { replaceFile } from '../../store/files/replace.ts'
import { readWhole } from '../../store/files/whole.ts'
import type { LogPlace } from '../../store/log/place.ts'
import type { Machine } from '../../store/machine/port.ts'
import type { ApprovedPlan } from '../approved-plan.ts'

export interface KeptPlan extends ApprovedPlan {
  /** The file that each step stood in when it was approved, as people name it. */
  readonly files: ReadonlyMap<StepId, string>
}

/** Undefined when there is none for this approval, or the approval was not given here. */
export async function readKeptPlan(
  machine: Machine,
  place: LogPlace,
  key: Uint8Array | undefined,
  approval: Approval,
): Promise<KeptPlan | undefined> {
  if (key === undefined || !isSealed(key, place.plan, approval)) return undefined
  const bytes = await readWhole(machine.files, keptPath(place), largest).catch(() => undefined)
  if (bytes === undefined) return undefined
  const text = Buffer.from(bytes).toString()
  const plan = text.slice(sealLength)
  if (!isSame(text.slice(0, sealLength), sealOf(key, place, approval, plan))) return undefined
  const { files, ...kept } = JSON.parse(plan) as Plan & { readonly files?: readonly (readonly [StepId, string])[] }
  return { ...approvedBy(kept, key, place, approval), files: new Map(files) }
}

/** Does nothing where it cannot be written: it only saves time. */
export async function keepPlan(
  machine: Machine,
  place: LogPlace,
  key: Uint8Array,
  { reading, approval }: Pick<ApprovedPlan, 'reading' | 'approval'>,
): Promise<void> {
  const { places: _, steps, ...rest } = reading.plan
  const files = steps.flatMap(({ id, place: where }) => (where === undefined ? [] : [[id, where.file]]))
  const plan = `\n${JSON.stringify({ ...rest, steps: steps.map(({ place: _where, ...step }) => step), files })}\n`
  const bytes = Buffer.from(sealOf(key, place, approval, plan) + plan)
  if (bytes.length <= largest) await replaceFile(machine, keptPath(place), bytes).catch(() => {})
}

const largest = 32 * 1024 * 1024
const sealLength = 64

function keptPath({ directory }: LogPlace): string {
  return join(directory, 'approved.json')
}

/** The seal of the approval is in it: a later yes, also one to the same content, has a file of its own. */
function sealOf(key: Uint8Array, place: LogPlace, approval: Approval, plan: string): string {
  const about = JSON.stringify(['approved plan', place.plan, approval.seal, approval.at])
  return createHmac('sha256', key).update(about).update(plan).digest('hex')
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function approvedBy(plan: Plan, key: Uint8Array, place: LogPlace, approval: Approval): ApprovedPlan {
  const { hash, plan: ofPlan, steps } = approval
  const hasOwnYes = (state: PlanState, step: StepId): boolean => {
    const given = state.stepApprovals.get(step)
    return given !== undefined && given.hash === steps.get(step) && isStepSealed(key, place.plan, step, given)
  }
  return {
    reading: { plan, diagnostics: [], signed: { plan: new Uint8Array(), steps: new Map() }, words: new Map() },
    digest: { hash, plan: ofPlan, steps },
    approval,
    hasOwnYes,
    // The files were not looked at.
    wordsNow: async () => new Map(),
  }
}

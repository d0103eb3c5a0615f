import { fault } from '../../../../../plan/diagnostics/fault.ts'
import { visible } from '../../../../../plan/diagnostics/visible.ts'
import type { ReviewedPlan } from '../../../../../review/reviewed-plan.ts'
import type { KeptVersions } from '../../../../../store/plans/kept-versions.ts'
import { momentText } from '../../../moment.ts'
import { approvalText } from '../approval-lines.ts'

/** One of the two that are compared. */
export interface Side {
  /** Absent for the files as they are now. */
  readonly version?: number
  readonly text: string
}

/**
 * What is meant by a word: `now`, `approved` or the number of a version. Without one it is what was approved, or else the
 * last version that was kept; undefined when nothing is kept at all.
 */
export function sideOf(word: string | undefined, plan: ReviewedPlan, kept: KeptVersions): Side | undefined {
  if (word === 'now') return { text: 'the files now' }
  const approved = approvedVersion(plan, kept)
  if (word === undefined) {
    const version = approved ?? kept.versions.at(-1)?.version
    return version === undefined ? undefined : sideOfVersion(version, plan, kept)
  }
  if (word === 'approved' && approved !== undefined) return sideOfVersion(approved, plan, kept)
  if (/^\d{1,9}$/.test(word) && isKept(Number(word), kept)) return sideOfVersion(Number(word), plan, kept)
  throw fault('E_UNKNOWN_VERSION', `there is no version "${word}"`, {
    actual: word,
    expected: 'the number of a version, `approved` or `now`',
  })
}

/** A yes that was given elsewhere says nothing about a version of ours. */
function approvedVersion({ standing }: ReviewedPlan, kept: KeptVersions): number | undefined {
  const version = standing.is === 'foreign' ? undefined : standing.approval?.version
  return version !== undefined && isKept(version, kept) ? version : undefined
}

function isKept(number: number, { versions }: KeptVersions): boolean {
  return versions.some(({ version }) => version === number)
}

function sideOfVersion(number: number, { standing }: ReviewedPlan, { versions }: KeptVersions): Side {
  const { by, at } = versions.find(({ version }) => version === number)!
  const { approval, is } = standing
  const isApproved = is !== 'foreign' && approval?.version === number
  const text = isApproved ? approvalText(approval) : `by ${visible(by)} on ${momentText(at)}`
  return { version: number, text: `version ${number} (${text})` }
}

import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Content } from '../content/content.ts'
import { listVersions } from '../content/history.ts'
import type { PlanPlace } from '../content/place.ts'
import type { Version } from '../content/version.ts'
import { unknownVersion, versionContent } from '../content/version-content.ts'
import { diskFault } from '../disk-fault.ts'
import type { Machine } from '../machine/port.ts'

/** The versions of a plan that were ever to be seen, oldest first. */
export interface KeptVersions {
  readonly versions: readonly Version[]
  readonly diagnostics: readonly Diagnostic[]
  /** `E_UNKNOWN_VERSION` when there is none of that number. */
  readonly contentOf: (number: number) => Content
  /** The newest version with exactly this content. */
  readonly numberOf: (content: Content) => number | undefined
}

export async function keptVersions(machine: Machine, place: PlanPlace): Promise<KeptVersions> {
  const { versions: all, diagnostics } = await listVersions(machine, place).catch((error) => {
    throw diskFault(error, place.history)
  })
  const versions = all.filter(({ published }) => published !== false).map(({ version }) => version)
  return {
    versions,
    diagnostics,
    contentOf: (number) => {
      const numbers = versions.map(({ version }) => version)
      if (!numbers.includes(number)) throw unknownVersion(numbers, number)
      // One that was never to be seen can still keep the bytes of a file.
      return versionContent(all, number)
    },
    numberOf: ({ etag }) => versions.findLast((one) => one.etag === etag)?.version,
  }
}

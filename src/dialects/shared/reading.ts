import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Findings } from './findings.ts'
import type { Limits } from './limits.ts'
import type { Source } from './source.ts'
import type { TreeNode } from './tree.ts'

/** What comes of reading YAML or JSON. */
export interface TreeReading {
  /** As far as it could be read. Absent when there is no value at all, or all of it was refused: too large, too deep. */
  readonly root?: TreeNode
  readonly diagnostics: readonly Diagnostic[]
}

/** What every part of a reader needs. */
export interface ReadingContext {
  readonly source: Source
  readonly limits: Limits
  readonly findings: Findings
}

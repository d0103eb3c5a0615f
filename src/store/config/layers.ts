import type { Data } from '../../dialects/shared/data.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Range } from '../../plan/diagnostics/position.ts'
import type { Key, Values } from './settings.ts'

/** Where a value comes from. The later of them wins. */
export type Origin =
  | { readonly layer: 'default' }
  | { readonly layer: FileLayer; readonly file: string; readonly range: Range }
  | { readonly layer: 'environment'; readonly variable: string }
  | { readonly layer: 'flag' }

export type FileLayer = 'user' | 'project'

/** One setting as one layer has it. */
export interface Found {
  /** As it would stand in a file. */
  readonly data: Data
  readonly value: Values[Key]
  readonly origin: Origin
}

/** What one layer says, as far as it can be obeyed, and every fault of it. */
export interface Layer {
  readonly found: ReadonlyMap<Key, Found>
  readonly diagnostics: readonly Diagnostic[]
}

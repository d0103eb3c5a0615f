const KiB = 1024
const MiB = 1024 * KiB

/** How much of anything is read. What is over a limit is refused with a diagnostic, before time or memory is spent on it. */
export interface Limits {
  /** Bytes of a Markdown file. */
  readonly markdown: number
  /** Bytes of a YAML or JSON file. */
  readonly data: number
  /** Lines of a file. */
  readonly lines: number
  /** Characters of one value, and of one line of Markdown. */
  readonly text: number
  /** Mappings and lists inside each other. */
  readonly nesting: number
  /** Keys of one mapping. */
  readonly keys: number
  /** Words, marks and line ends of a YAML text. The library needs some 4 µs for each: at the default, a good second. */
  readonly yamlTokens: number
  /** Words and marks of a JSON text. */
  readonly jsonTokens: number
}

export const defaultLimits: Limits = {
  markdown: MiB,
  data: 8 * MiB,
  lines: 1_000_000,
  text: 512 * KiB,
  nesting: 64,
  keys: 1000,
  yamlTokens: 300_000,
  jsonTokens: 1_000_000,
}

/** However high `nesting` is set: deeper than this the libraries, which call themselves for each level, could overflow the stack. */
const deepest = 500

export function nestingCap(limits: Limits): number {
  return Math.min(limits.nesting, deepest)
}

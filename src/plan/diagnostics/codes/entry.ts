/** One row of `docs/errors.md`: what the code means, written for the person who met it, and what to do next. */
export interface CodeEntry {
  readonly severity: 'error' | 'warning' | 'info'
  readonly meaning: string
  readonly next: string
}

export type CodeTable = Readonly<Record<string, CodeEntry>>

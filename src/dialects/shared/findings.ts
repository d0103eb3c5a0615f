import type { Code } from '../../plan/diagnostics/codes.ts'
import { type Diagnostic, diagnostic, type Severity, sorted } from '../../plan/diagnostics/diagnostic.ts'
import type { Source } from './source.ts'
import type { Span } from './tree.ts'

type Details = NonNullable<Parameters<typeof diagnostic>[2]>

interface Kind {
  readonly code: Code
  readonly severity: Severity | undefined
  count: number
  firstLeftOut?: Span
}

/** Nobody mends more at once, and a hostile file can hold a million faults. */
const mostOfAKind = 100

/** The diagnostics of one source while it is read: at most so many of a kind, then one that counts the rest. */
export class Findings {
  readonly #source: Source
  readonly #found: Diagnostic[] = []
  readonly #kinds = new Map<Code, Map<Severity | undefined, Kind>>()
  readonly #said = new Set<string>()

  constructor(source: Source) {
    this.#source = source
  }

  /** Once for a spot; `about` tells apart what may be said of one spot with one code. */
  add(code: Code, message: string, span: Span, details: Details = {}, about = message): void {
    const kind = this.#kind(code, details.severity)
    if (kind.count >= mostOfAKind) {
      kind.count++
      kind.firstLeftOut ??= span
      return
    }
    const saying = `${code} ${span.start} ${about}`
    if (this.#said.has(saying)) return
    this.#said.add(saying)
    kind.count++
    this.#found.push(this.#diagnostic(code, message, span, details))
  }

  /** All of them in the order of the text. */
  list(): Diagnostic[] {
    const all = [...this.#found]
    const kinds = [...this.#kinds.values()].flatMap((bySeverity) => [...bySeverity.values()])
    for (const { code, severity, count, firstLeftOut } of kinds) {
      if (firstLeftOut === undefined) continue
      const message = `${count - mostOfAKind} more of this kind; the first of them is here.`
      all.push(this.#diagnostic(code, message, firstLeftOut, severity === undefined ? {} : { severity }))
    }
    return sorted(all)
  }

  #kind(code: Code, severity: Severity | undefined): Kind {
    const bySeverity = this.#kinds.get(code) ?? new Map<Severity | undefined, Kind>()
    const known = bySeverity.get(severity)
    if (known !== undefined) return known
    const kind: Kind = { code, severity, count: 0 }
    this.#kinds.set(code, bySeverity.set(severity, kind))
    return kind
  }

  #diagnostic(code: Code, message: string, { start, end }: Span, details: Details): Diagnostic {
    const { file, lines } = this.#source
    return diagnostic(code, message, { file, range: lines.range(start, end), ...details })
  }
}

import type { Code } from '../../plan/diagnostics/codes.ts'
import { type DataFault, dataFault } from '../../plan/diagnostics/data-fault.ts'
import type { Diagnostic } from '../../plan/diagnostics/diagnostic.ts'
import type { Source } from '../shared/source.ts'
import type { Span } from '../shared/tree.ts'

type Details = NonNullable<Parameters<typeof dataFault>[3]>

/** Nobody mends more at once, and a hostile payload can hold a million. */
const most = 200

/** What is wrong with a payload, while it is read. */
export class PayloadFaults {
  readonly #source: Source
  readonly #found: DataFault[] = []
  #leftOut = 0

  constructor(source: Source) {
    this.#source = source
  }

  add(code: Code, path: string, message: string, { start, end }: Span, details: Details = {}): void {
    const { file, lines } = this.#source
    this.#put(dataFault(code, path, message, { file, range: lines.range(start, end), ...details }))
  }

  /** What was wrong with the JSON before anything was known of its fields. */
  addJson(one: Diagnostic): void {
    this.#put(asDataFault(one))
  }

  list(): DataFault[] {
    if (this.#leftOut === 0) return this.#found
    const more = dataFault(this.#found[0]!.code, '', `${this.#leftOut} more faults are left out here.`)
    return [...this.#found, more]
  }

  #put(one: DataFault): void {
    if (this.#found.length < most) this.#found.push(one)
    else this.#leftOut++
  }
}

/** Without a field to point at, the message says the place. */
export function asDataFault(one: Diagnostic): DataFault {
  const { code, range, message } = one
  const place = range === undefined ? '' : `Line ${range.start.line}, column ${range.start.column}: `
  return { ...one, message: place + message, path: '', ...(code === 'E_JSON' && { hint: jsonHint }) }
}

const jsonHint =
  'Mend the JSON. Where the shell takes quotes away, put the payload into a file: `planloop update --file payload.json`.'

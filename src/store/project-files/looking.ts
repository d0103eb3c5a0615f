import { basename, dirname, relative } from 'node:path'
import { isFault } from '../../plan/diagnostics/fault.ts'
import { type Found, fileCap } from '../../rules/actions/facts.ts'
import { refuseFileElsewhere } from '../content/anchor.ts'
import { diskFault } from '../disk-fault.ts'
import type { Kind } from '../files/port.ts'
import { hasCode, readWithAttributes } from '../files/whole.ts'
import type { Machine } from '../machine/port.ts'
import { checkName } from '../paths/names.ts'
import { askedOnce } from './asked-once.ts'
import type { Need } from './named.ts'

/** Looks at paths in a project, at each of them once. */
export class Looking {
  /** With a disk that is asked once. */
  readonly machine: Machine
  /** Its real path. */
  readonly root: string
  readonly #disk: Machine
  readonly #texts = new Map<string, Found>()
  #bytes = 0

  constructor(machine: Machine, root: string) {
    this.machine = { ...machine, files: askedOnce(machine.files) }
    this.#disk = machine
    this.root = root
  }

  /** What stands at a real path. */
  async at(real: string, need: Need): Promise<Found> {
    const missing: string[] = []
    let there = real
    for (; (await this.#kind(there)) === undefined; there = dirname(there)) missing.unshift(basename(there))
    const kind = await this.#kind(there)
    if (missing.length > 0) return this.#planned(real, there, kind, missing)
    if (kind === 'directory') return { is: 'directory', real }
    if (kind !== 'file') {
      return { is: 'refused', code: 'E_NOT_A_FILE', why: 'it is neither a file nor a directory' }
    }
    return need === 'text' ? this.#text(real) : { is: 'file', real }
  }

  #planned(real: string, there: string, kind: Kind | undefined, missing: readonly string[]): Found {
    if (kind !== 'directory') {
      const why = `\`${relative(this.root, there)}\` is no directory, so that nothing can lie below it`
      return { is: 'refused', code: 'E_NOT_A_FILE', why }
    }
    for (const name of missing) {
      const refusal = checkName(name)
      if (refusal) return { is: 'refused', code: 'E_BAD_NAME', why: refusal.message }
    }
    return { is: 'nothing', real }
  }

  async #kind(path: string): Promise<Kind | undefined> {
    try {
      return (await this.machine.files.stat(path)).kind
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
      throw diskFault(error, path)
    }
  }

  async #text(real: string): Promise<Found> {
    const known = this.#texts.get(real)
    if (known !== undefined) return known
    const found = await this.#read(real)
    this.#texts.set(real, found)
    return found
  }

  async #read(real: string): Promise<Found> {
    const machine = this.#disk
    const cap = Math.min(fileCap, mostBytes - this.#bytes)
    try {
      const check = (file: Parameters<typeof refuseFileElsewhere>[2]) => refuseFileElsewhere(machine, real, file)
      const read = await readWithAttributes(machine.files, real, cap, check)
      if (read === undefined) return { is: 'nothing', real }
      this.#bytes += read.bytes.length
      const text = textOf(read.bytes)
      return text === undefined ? { is: 'bytes', real, why: 'it is not a text in UTF-8' } : { is: 'text', real, text }
    } catch (error) {
      if (!isFault(error, 'E_TOO_LARGE')) throw diskFault(error, real)
      const why = cap < fileCap ? tooMuch : `files of more than ${fileCap} bytes are not edited`
      return { is: 'bytes', real, why }
    }
  }
}

/** Of all the files together that a plan changes. */
const mostBytes = 16 * fileCap
const tooMuch = `the files that the plan changes have more than ${mostBytes} bytes together`

/** A text in UTF-16 is often good UTF-8 as well, with a NUL behind each letter. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

import { resolve } from 'node:path'
import { asDataFault } from '../../../../dialects/planloop/payload-faults.ts'
import { encodingFault } from '../../../../dialects/shared/encoding.ts'
import { type DataFault, dataFault } from '../../../../plan/diagnostics/data-fault.ts'
import { Fault, fault } from '../../../../plan/diagnostics/fault.ts'
import { diskFault } from '../../../../store/disk-fault.ts'
import { readWhole } from '../../../../store/files/whole.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { readInput } from '../../steadplan/new/input.ts'
import type { UpdateOptions } from '../loop.ts'

/** The text of a payload, and what messages call it. */
export interface PayloadText {
  readonly text: string
  readonly name: string
}

export interface Input {
  readonly isPiped: boolean
  readonly read: (cap: number) => Promise<Uint8Array>
}

export const processInput: Input = { isPiped: process.stdin.isTTY !== true, read: readInput }

/** The payload, wherever it stands: behind `--json`, alone, in a file, or on standard input. */
export async function payloadText(
  { machine, cwd }: ConfigContext,
  word: string | undefined,
  { json, file }: UpdateOptions,
  cap: number,
  input: Input,
): Promise<PayloadText> {
  const given = [word, typeof json === 'string' ? json : undefined, file && `@${file}`].filter(
    (one) => one !== undefined,
  )
  if (given.length > 1)
    throw refused(dataFault('E_FIELD_VALUE', '', 'The payload is given more than once.', { hint: once }))
  const [one] = given
  if (one === '-' || (one === undefined && input.isPiped)) return decoded('<stdin>', await input.read(cap))
  if (one === undefined) throw refused(dataFault('E_PAYLOAD_EMPTY', '', 'No payload is given.', { hint: once }))
  if (!one.startsWith('@')) return { text: one, name: '<payload>' }
  const name = one.slice(1)
  if (name === '-') return decoded('<stdin>', await input.read(cap))
  const path = resolve(cwd, name)
  const bytes = await readWhole(machine.files, path, cap).catch((error) => {
    throw diskFault(error, path)
  })
  if (bytes === undefined) throw fault('E_NOT_A_FILE', `There is no file ${name}.`, { file: name })
  return decoded(name, bytes)
}

const once = 'Give it once: behind `--json`, as `--file plan.json`, or on standard input with `-`.'

function refused(one: DataFault): Fault {
  return new Fault([one])
}

function decoded(name: string, bytes: Uint8Array): PayloadText {
  const bad = encodingFault(name, bytes)
  if (bad !== undefined) throw refused(asDataFault(bad))
  return { text: Buffer.from(bytes).toString(), name }
}

import { encodingFault } from '../../../../dialects/shared/encoding.ts'
import { Fault } from '../../../../plan/diagnostics/fault.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { type Inputs, planInput } from '../input.ts'

export interface WithMessage {
  readonly message?: string
  readonly file?: string
}

/** What a person says to the agent: on the command line, in a file, or on standard input. Empty when nowhere. */
export async function messageOf(
  context: ConfigContext,
  inputs: Inputs,
  { message, file }: WithMessage,
): Promise<string> {
  if (message !== undefined) return message
  if (file === undefined && !inputs.isPiped) return ''
  const { name, bytes } = await planInput(context, inputs, file ?? '-')
  const bad = bytes.length === 0 ? undefined : encodingFault(name, bytes)
  if (bad !== undefined) throw new Fault([bad])
  return Buffer.from(bytes).toString()
}

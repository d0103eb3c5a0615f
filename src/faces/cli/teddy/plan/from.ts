import { readSource } from '../../../../dialects/shared/source.ts'
import { readTeddy } from '../../../../dialects/teddy/read.ts'
import { sanitizeFences } from '../../../../dialects/teddy/sanitize.ts'
import { type Diagnostic, sorted } from '../../../../plan/diagnostics/diagnostic.ts'
import { Fault } from '../../../../plan/diagnostics/fault.ts'
import type { TeddySession } from '../../../../store/teddy/session.ts'
import type { ConfigContext } from '../../steadplan/config/context.ts'
import { type Inputs, planInput } from '../input.ts'
import type { Teddy } from '../session/open.ts'
import { checkInProject } from './check.ts'
import type { MadePlan } from './made-plan.ts'

/** A plan that was written elsewhere, with safe fences and all that is wrong with it. */
export async function planFrom(
  context: ConfigContext,
  inputs: Inputs,
  teddy: Teddy,
  session: TeddySession,
  word: string,
): Promise<MadePlan> {
  const { name, from, bytes, limits } = await planInput(context, inputs, word)
  const { source, diagnostics: faults } = readSource(name, bytes, 'markdown', limits)
  if (source === undefined) throw refusal(faults)
  const { text } = sanitizeFences(source.text)
  const { plan, diagnostics } = readTeddy(name, Buffer.from(text), limits)
  if (plan === undefined) throw refusal(diagnostics)
  const all = sorted([...diagnostics, ...(await checkInProject(teddy, session, { file: name, text, plan }))])
  return { text, origin: { from: from === 'file' ? `file ${word}` : from }, diagnostics: all }
}

function refusal(diagnostics: readonly Diagnostic[]): Fault {
  const [first, ...others] = diagnostics
  return new Fault([first!, ...others])
}
